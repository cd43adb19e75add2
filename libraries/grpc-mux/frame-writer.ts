/** Sends frames as one message; calls `done` when the channel can accept the next. */
type Send<F> = (frames: readonly F[], done: () => void) => void;

interface Waiting<F> {
  readonly frame: F;
  readonly bytes: number;
}

/**
 * Batches frames: those of one iteration of the event loop are sent as one message. While the channel is busy because
 * its reader is slow, frames are queued and counted here.
 */
export class FrameWriter<F> {
  readonly #send: Send<F>;
  readonly #onDrained: () => void;
  #waiting: Waiting<F>[] = [];
  #waitingBytes = 0;
  #sendingBytes = 0;
  #scheduled = false;
  #sending = false;

  /** @param onDrained called when the channel has accepted a message */
  constructor(send: Send<F>, onDrained: () => void = () => undefined) {
    this.#send = send;
    this.#onDrained = onDrained;
  }

  /** Bytes that the channel has not accepted yet. */
  get bytes(): number {
    return this.#waitingBytes + this.#sendingBytes;
  }

  get isIdle(): boolean {
    return this.#waiting.length === 0 && !this.#sending;
  }

  /** @param bytes the approximate size of the frame */
  push(frame: F, bytes: number): void {
    this.#waiting.push({ frame, bytes });
    this.#waitingBytes += bytes;
    this.#schedule();
  }

  /** Removes a frame; returns false if it has been sent. */
  remove(frame: F): boolean {
    const waiting = this.#waiting.find((each) => each.frame === frame);
    if (!waiting) return false;
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
    this.#waitingBytes -= waiting.bytes;
    return true;
  }

  /** Discards everything: the channel is closed. */
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
    const message = this.#nextMessage();
    if (message.length === 0) return;
    const bytes = message.reduce((sum, waiting) => sum + waiting.bytes, 0);
    this.#waitingBytes -= bytes;
    this.#sendingBytes = bytes;
    this.#sending = true;
    this.#send(
      message.map(({ frame }) => frame),
      () => {
        this.#sending = false;
        this.#sendingBytes = 0;
        if (this.#waiting.length > 0) this.#schedule();
        this.#onDrained();
      },
    );
  }

  #nextMessage(): Waiting<F>[] {
    let count = 0;
    let bytes = 0;
    for (const waiting of this.#waiting) {
      bytes += waiting.bytes;
      if (count > 0 && bytes > MESSAGE_BYTES) break;
      count++;
    }
    return this.#waiting.splice(0, count);
  }
}

/** The largest message of several frames; limits how long others wait for it. */
const MESSAGE_BYTES = 256 * 1024;
