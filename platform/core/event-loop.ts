/**
 * Turns of the event loop for long work: one slice of it in a round, whoever's it is and however many wait, so that requests that need no more than
 * a moment get theirs in between.
 */
export class EventLoopQueue {
  readonly #waiting: (() => void)[] = [];
  readonly #resume = () => {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(this.#resume);
  };

  /** Resolves when it is the caller's turn: those who have asked before go first. */
  yield(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) setImmediate(this.#resume);
    });
  }

  /** As `items.map(make)`, so many items in a turn; few items make no turn necessary. */
  async mapInChunks<T, U>(items: readonly T[], make: (item: T, index: number) => U, chunkSize: number): Promise<U[]> {
    const made: U[] = [];
    for (const [index, item] of items.entries()) {
      if (index > 0 && index % chunkSize === 0) await this.yield();
      made.push(make(item, index));
    }
    return made;
  }
}

/** Of the whole process: whatever is long takes turns with all else that is. */
export const eventLoop = new EventLoopQueue();

/** A message of more bytes is long work to read or to write: some milliseconds. */
export const LARGE_MESSAGE_BYTES = 64 * 1024;
