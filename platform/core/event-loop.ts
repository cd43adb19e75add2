/**
 * Shares the event loop among long tasks: one chunk per round of the loop, whichever task it belongs to and however many wait, so that short
 * requests run in between.
 */
export class EventLoopQueue {
  readonly #waiting: (() => void)[] = [];
  readonly #resume = () => {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(this.#resume);
  };

  /** Resolves when the caller's next chunk may run; first come, first served. */
  yield(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(this.#resume);
    });
  }

  /** Like `items.map(make)`, but yields after each `chunkSize` items. */
  async mapInChunks<T, U>(items: readonly T[], make: (item: T, index: number) => U, chunkSize: number): Promise<U[]> {
    const made: U[] = [];
    for (const [index, item] of items.entries()) {
      if (index > 0 && index % chunkSize === 0) await this.yield();
      made.push(make(item, index));
    }
    return made;
  }
}

/** Shared by the whole process: all long tasks yield to each other. */
export const eventLoop = new EventLoopQueue();

/** Reading or writing a message of more bytes takes some milliseconds. */
export const LARGE_MESSAGE_BYTES = 64 * 1024;
