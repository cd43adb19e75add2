/**
 * Whose turn it is when holders get their turns one after the other and each turn has a cost: in the end all that keep waiting have cost the
 * same. This is start-time fair queueing (Goyal, Vin and Cheng, 1996): a turn starts where the holder's last one ended, on a clock of costs,
 * but not before the latest turn started, so that nobody saves turns for later.
 */
export class Turns {
  #latestStart = 0;
  /** Where the last turn of each holder ended. */
  readonly #ends = new Map<string, number>();

  /** The holders, the next one first; those whose turns start at the same point stay in their order. */
  inOrder(holders: Iterable<string>): string[] {
    return [...holders].sort((one, other) => this.#startOf(one) - this.#startOf(other));
  }

  /** Counts a turn. */
  took(holder: string, cost: number): void {
    this.#latestStart = this.#startOf(holder);
    this.#ends.set(holder, this.#latestStart + cost);
    if (this.#ends.size > HOLDERS_AT_MOST) this.#forget();
  }

  #startOf(holder: string): number {
    return Math.max(this.#latestStart, this.#ends.get(holder) ?? 0);
  }

  /** A holder whose last turn ended before the latest one started is like a new one. */
  #forget(): void {
    for (const [holder, end] of this.#ends) if (end <= this.#latestStart) this.#ends.delete(holder);
  }
}

const HOLDERS_AT_MOST = 1_000;
