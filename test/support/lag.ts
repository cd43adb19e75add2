import { Transform, type TransformCallback } from 'node:stream';

/** Passes bytes on in order, each chunk after the lag that applies when it arrives. */
export class Lag extends Transform {
  readonly #lagMs: () => number;
  readonly #pieces: { readonly due: number; readonly bytes: Buffer }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #whenEmpty: TransformCallback | undefined;

  /** @param lagMs called for each chunk; milliseconds */
  constructor(lagMs: () => number) {
    super();
    this.#lagMs = lagMs;
  }

  override _transform(bytes: Buffer, _: BufferEncoding, done: TransformCallback): void {
    const lagMs = this.#lagMs();
    if (lagMs === 0 && this.#pieces.length === 0) {
      done(null, bytes);
      return;
    }
    this.#pieces.push({ due: performance.now() + lagMs, bytes });
    this.#timer ??= setTimeout(() => this.#release(), lagMs);
    done();
  }

  override _flush(done: TransformCallback): void {
    if (this.#pieces.length === 0) done();
    else this.#whenEmpty = done;
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#timer);
    done(error);
  }

  #release(): void {
    const now = performance.now();
    let [first] = this.#pieces;
    while (first && first.due <= now) {
      this.push(first.bytes);
      this.#pieces.shift();
      [first] = this.#pieces;
    }
    this.#timer = first ? setTimeout(() => this.#release(), first.due - now) : undefined;
    if (!first) this.#whenEmpty?.();
  }
}
