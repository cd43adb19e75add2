/** Runs work of different keys in parallel, and work of one key in the order it was added. Each queue is bounded. */
export class KeyedQueues {
  readonly #queues: Promise<void>[][] = Array.from({ length: QUEUES }, () => []);
  #failure: { readonly error: unknown } | null = null;

  /** Adds work, waiting while its queue is full. After a failure, starts nothing more and throws that failure. */
  async add(key: string, work: () => Promise<void>): Promise<void> {
    const queue = this.#queues[queueIndexOf(key)] ?? [];
    while (queue.length >= MAX_WAITING) await queue[0];
    this.#throwFailure();
    const before = queue.at(-1);
    const done = this.#run(before, work).finally(() => {
      // Returns nothing: `finally` would wait for the returned promise, which is its own.
      queue.shift();
    });
    queue.push(done);
  }

  /** Waits for all work that was started; throws the first failure. */
  async finish(): Promise<void> {
    await Promise.all(this.#queues.flat());
    this.#throwFailure();
  }

  async #run(before: Promise<void> | undefined, work: () => Promise<void>): Promise<void> {
    await before;
    if (this.#failure) return;
    try {
      await work();
    } catch (error) {
      this.#failure ??= { error };
    }
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure.error;
  }
}

const QUEUES = 4;
const MAX_WAITING = 32;

function queueIndexOf(key: string): number {
  let hash = 0;
  for (let index = 0; index < key.length; index++) hash = (hash * 31 + key.charCodeAt(index)) % 65_521;
  return hash % QUEUES;
}
