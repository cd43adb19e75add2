/** Sends frames as one message; calls `done` when the channel can take the next. */
type Send<F> = (frames: readonly F[], done: () => void) => void;

interface Waiting<F> {
  readonly frame: F;
  readonly bytes: number;
}

/**
 * Gathers frames: those of one turn of the event loop leave as one message, and while the channel is busy, because its reader is slow, they
 * gather here, where they are counted. Large frames leave alone, and a message of small ones leaves before each of them: neither keeps the other
 * waiting for more than one message, however many there are. Frames of a kind keep their order.
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
    return !this.#isWaiting && !this.#sending;
  }

  /** @param bytes the size of the frame, about */
  push(frame: F, bytes: number): void {
    (bytes > LARGE_BYTES ? this.#large : this.#small).push({ frame, bytes });
    this.#waitingBytes += bytes;
    this.#schedule();
  }

  /** Takes back a frame; false when it has left. */
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

  /** Forgets everything: the channel is gone. */
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

  /** Small frames and large ones have their turns, where both wait. */
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

/** What a message of several frames holds at most: so long do others wait behind it. */
const MESSAGE_BYTES = 256 * 1024;
/** A frame of more is one of the few large ones. */
const LARGE_BYTES = 32 * 1024;
