/** Sends frames as one message; calls `done` when the channel can accept the next. */
type Send<F> = (frames: readonly F[], done: () => void) => void;

interface Waiting<F> {
  readonly frame: F;
  readonly bytes: number;
}

/**
 * Batches frames: those of one iteration of the event loop are sent as one message. While the channel is busy because its reader is slow, frames
 * are queued and counted here. Large frames are sent alone, alternating with messages of small ones: neither waits for more than one message of the
 * other, however many there are. Frames of the same kind keep their order.
 */
export class FrameWriter<F> {
  readonly #send: Send<F>;
  readonly #onDrained: () => void;
  #small: Waiting<F>[] = [];
  #large: Waiting<F>[] = [];
  #waitingBytes = 0;
  #sendingBytes = 0;
  #scheduled = false;
  #sending = false;
  #lastWasSmall = false;

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
    return !this.#isWaiting && !this.#sending;
  }

  /** @param bytes the approximate size of the frame */
  push(frame: F, bytes: number): void {
    (bytes > LARGE_BYTES ? this.#large : this.#small).push({ frame, bytes });
    this.#waitingBytes += bytes;
    this.#schedule();
  }

  /** Removes a frame; returns false if it has been sent. */
  remove(frame: F): boolean {
    for (const line of [this.#small, this.#large]) {
      const index = line.findIndex((waiting) => waiting.frame === frame);
      for (const { bytes } of index < 0 ? [] : line.splice(index, 1)) {
        this.#waitingBytes -= bytes;
        return true;
      }
    }
    return false;
  }

  /** Discards everything: the channel is closed. */
  clear(): void {
    this.#small = [];
    this.#large = [];
    this.#waitingBytes = 0;
  }

  get #isWaiting(): boolean {
    return this.#small.length > 0 || this.#large.length > 0;
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
        if (this.#isWaiting) this.#schedule();
        this.#onDrained();
      },
    );
  }

  /** Alternates between small and large frames if both wait. */
  #nextMessage(): Waiting<F>[] {
    this.#lastWasSmall = this.#small.length > 0 && !(this.#lastWasSmall && this.#large.length > 0);
    if (!this.#lastWasSmall) return this.#large.splice(0, 1);
    let count = 0;
    let bytes = 0;
    for (const waiting of this.#small) {
      bytes += waiting.bytes;
      if (count > 0 && bytes > MESSAGE_BYTES) break;
      count++;
    }
    return this.#small.splice(0, count);
  }
}

/** The largest message of several frames; limits how long others wait for it. */
const MESSAGE_BYTES = 256 * 1024;
/** Larger frames are the few large ones. */
const LARGE_BYTES = 32 * 1024;
