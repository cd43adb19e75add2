/** A queue in which holders take turns, however many items each has queued. */
export class FairQueue<T> {
  /** In the order of their turns. */
  readonly #waiting = new Map<string, T[]>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** The item that {@link shift} would return. */
  get first(): T | undefined {
    for (const [first] of this.#waiting.values()) return first;
    return undefined;
  }

  push(holder: string, item: T): void {
    const own = this.#waiting.get(holder);
    if (own) own.push(item);
    else this.#waiting.set(holder, [item]);
  }

  /** Removes and returns the next holder's first item; a holder with more items goes to the end. */
  shift(): T | undefined {
    for (const [holder, own] of this.#waiting) {
      const item = own.shift();
      this.#waiting.delete(holder);
      if (own.length > 0) this.#waiting.set(holder, own);
      return item;
    }
    return undefined;
  }

  /** Removes an item, if it is still queued. */
  remove(holder: string, item: T): void {
    const left = this.#waiting.get(holder)?.filter((waiting) => waiting !== item) ?? [];
    if (left.length > 0) this.#waiting.set(holder, left);
    else this.#waiting.delete(holder);
  }
}
