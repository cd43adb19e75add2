/** Does work one after the other, first come, first served, for each holder. */
export class Turns {
  /** Resolves when the last work of a holder has ended. */
  readonly #ends = new Map<string, Promise<void>>();

  async run<T>(holder: string, work: () => Promise<T>): Promise<T> {
    const before = this.#ends.get(holder);
    const { promise: end, resolve } = Promise.withResolvers<void>();
    this.#ends.set(holder, end);
    await before;
    try {
      return await work();
    } finally {
      resolve();
      if (this.#ends.get(holder) === end) this.#ends.delete(holder);
    }
  }
}
