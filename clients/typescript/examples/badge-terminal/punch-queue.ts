// punch-queue.ts
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

export interface Punch {
  /** The idempotency key: made with the punch, and the same in every attempt to send it. */
  readonly key: string;
  readonly kind: 'start' | 'pause' | 'resume' | 'stop';
  readonly code: string;
  /** The member who had the badge then; absent if the terminal did not know. */
  readonly userId?: string | undefined;
  /** By the server's clock, as far as the terminal knew it. From the first attempt to send it on, it stays as it is. */
  readonly at: string;
  /** Whether the terminal knew it. */
  readonly isExact?: boolean;
}

/** The punches without a final response, oldest first, in a file: a line for each, and another when it is done. */
export class PunchQueue {
  readonly #path: string;
  readonly #waiting = new Map<string, Punch>();

  constructor(path: string) {
    this.#path = path;
    const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
    // The last piece is empty, or a line during which the power failed: that punch was never confirmed.
    for (const line of lines.slice(0, -1)) {
      const { done, ...punch } = JSON.parse(line);
      if (done === undefined) this.#waiting.set(punch.key, punch);
      else this.#waiting.delete(done);
    }
    this.#tidy();
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** Also iterates over the punches that are added meanwhile. */
  [Symbol.iterator](): Iterator<Punch> {
    return this.#waiting.values();
  }

  /** The punch is on the disk when this returns: confirm it to the member only then. It replaces one with its key. */
  add(punch: Punch): void {
    appendFileSync(this.#path, `${JSON.stringify(punch)}\n`, { flush: true });
    this.#waiting.set(punch.key, punch);
  }

  remove({ key }: Punch): void {
    appendFileSync(this.#path, `${JSON.stringify({ done: key })}\n`, { flush: true });
    this.#waiting.delete(key);
    if (this.#waiting.size === 0) this.#tidy();
  }

  #tidy(): void {
    replaceFile(this.#path, [...this].map((punch) => `${JSON.stringify(punch)}\n`).join(''));
  }
}

/** Replaces a file so that it has the old or the new text, whenever the power fails. */
export function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.new`, text, { flush: true });
  renameSync(`${path}.new`, path);
}
