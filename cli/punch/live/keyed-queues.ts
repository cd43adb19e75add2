/** Runs work side by side, and the work of one key one after the other, in the order it was added. Takes in no more than it can soon do. */
export class KeyedQueues {
  readonly #queues: Promise<void>[][] = Array.from({ length: QUEUES }, () => []);
  #failure: { readonly error: unknown } | null = null;

  /** Adds work, when there is room for it. Once some has failed, the rest is not begun, and this throws the failure. */
  async add(key: string, work: () => Promise<void>): Promise<void> {
    const queue = this.#queues[queueIndexOf(key)] ?? [];
    while (queue.length >= WAITING_AT_MOST) await queue[0];
    this.#throwFailure();
    const before = queue.at(-1);
    const done = this.#run(before, work).finally(() => {
      // Returns nothing: `finally` would wait for the promise, which is its own.
      queue.shift();
    });
    queue.push(done);
  }

  /** Waits for what has been begun; throws the first failure. */
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
const WAITING_AT_MOST = 32;

function queueIndexOf(key: string): number {
  let hash = 0;
  for (let index = 0; index < key.length; index++) hash = (hash * 31 + key.charCodeAt(index)) % 65_521;
  return hash % QUEUES;
}
