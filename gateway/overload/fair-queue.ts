/** A line in which holders have their turns one after the other, however much each waits with. */
export class FairQueue<T> {
  /** In the order of their turns. */
  readonly #waiting = new Map<string, T[]>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** What {@link shift} would take. */
  get first(): T | undefined {
    for (const [first] of this.#waiting.values()) return first;
    return undefined;
  }

  push(holder: string, item: T): void {
    const own = this.#waiting.get(holder);
    if (own) own.push(item);
    else this.#waiting.set(holder, [item]);
  }

  /** The next holder's first item; the holder is the last one then, if it waits with more. */
  shift(): T | undefined {
    for (const [holder, own] of this.#waiting) {
      const item = own.shift();
      this.#waiting.delete(holder);
      if (own.length > 0) this.#waiting.set(holder, own);
      return item;
    }
    return undefined;
  }

  /** Takes an item out of the line, if it is still there. */
  remove(holder: string, item: T): void {
    const left = this.#waiting.get(holder)?.filter((waiting) => waiting !== item) ?? [];
    if (left.length > 0) this.#waiting.set(holder, left);
    else this.#waiting.delete(holder);
  }
}
