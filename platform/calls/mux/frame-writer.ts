/** Sends frames as one message; calls `done` when the channel can take the next. */
type Send<F> = (frames: readonly F[], done: () => void) => void;

interface Waiting<F> {
  readonly frame: F;
  readonly bytes: number;
}

/**
 * Gathers frames: those of one turn of the event loop leave as one message, and while the channel is busy, because its reader is slow, they
 * gather here, where they are counted.
 */
export class FrameWriter<F> {
  readonly #send: Send<F>;
  readonly #onDrained: () => void;
  #waiting: Waiting<F>[] = [];
  #waitingBytes = 0;
  #sendingBytes = 0;
  #scheduled = false;
  #sending = false;

  /** @param onDrained told when the channel has taken a message */
  constructor(send: Send<F>, onDrained: () => void = () => undefined) {
    this.#send = send;
    this.#onDrained = onDrained;
  }

  /** What the channel has not taken yet, in bytes. */
  get bytes(): number {
    return this.#waitingBytes + this.#sendingBytes;
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0 && !this.#sending;
  }

  /** @param bytes the size of the frame, about */
  push(frame: F, bytes: number): void {
    this.#waiting.push({ frame, bytes });
    this.#waitingBytes += bytes;
    this.#schedule();
  }

  /** Takes back a frame; false when it has left. */
  remove(frame: F): boolean {
    const index = this.#waiting.findIndex((waiting) => waiting.frame === frame);
    if (index < 0) return false;
    for (const { bytes } of this.#waiting.splice(index, 1)) this.#waitingBytes -= bytes;
    return true;
  }

  /** Forgets everything: the channel is gone. */
  clear(): void {
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #schedule(): void {
    if (this.#scheduled || this.#sending) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    let count = 0;
    let bytes = 0;
    for (const waiting of this.#waiting) {
      if (count > 0 && bytes + waiting.bytes > MESSAGE_BYTES) break;
      count++;
      bytes += waiting.bytes;
    }
    if (count === 0) return;
    const frames = this.#waiting.splice(0, count).map(({ frame }) => frame);
    this.#waitingBytes -= bytes;
    this.#sendingBytes = bytes;
    this.#sending = true;
    this.#send(frames, () => {
      this.#sending = false;
      this.#sendingBytes = 0;
      if (this.#waiting.length > 0) this.#schedule();
      this.#onDrained();
    });
  }
}

/** What a message of several frames holds at most: larger ones would hold up the small frames behind them. */
const MESSAGE_BYTES = 256 * 1024;
