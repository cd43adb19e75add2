/**
 * Places that holders share. A holder takes another one as long as he has no more than are left free behind it: one alone gets half of them,
 * two a third each, n of them a part of n + 1. So one who takes all that he can get never leaves another without a place, and nobody is kept
 * from places that none else wants but for those that stay free for the next one.
 */
export class FairShares {
  readonly #places: number;
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor(places: number) {
    this.#places = places;
  }

  /** How many are taken. */
  get taken(): number {
    return this.#taken;
  }

  /** Whether none is free, for anybody. */
  get isFull(): boolean {
    return this.#taken >= this.#places;
  }

  /** How many one holder has. */
  heldBy(holder: string): number {
    return this.#held.get(holder) ?? 0;
  }

  /** Takes a place; false when the holder gets none. Who has taken one leaves it again, once. */
  take(holder: string): boolean {
    const held = this.heldBy(holder);
    const left = this.#places - this.#taken - 1;
    if (held > left) return false;
    this.#held.set(holder, held + 1);
    this.#taken++;
    return true;
  }

  leave(holder: string): void {
    const held = this.heldBy(holder);
    if (held > 1) this.#held.set(holder, held - 1);
    else this.#held.delete(holder);
    this.#taken--;
  }
}
