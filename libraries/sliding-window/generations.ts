/**
 * Values by key, dropped when their keys are idle. They live in two generations: a key that is used moves to the young
 * one; once per span the old one is dropped and the young one becomes old. So a key is dropped between one and two
 * spans after its last use.
 */
export class Generations<T> {
  readonly #spanMs: number;
  readonly #make: (key: string) => T;
  #young = new Map<string, T>();
  #old = new Map<string, T>();
  #turnedAt = Number.NEGATIVE_INFINITY;

  constructor(spanMs: number, make: (key: string) => T) {
    this.#spanMs = spanMs;
    this.#make = make;
  }

  /** How many keys are held: those used within the last two spans. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** The value of a key that is used at an instant, created when there is none. */
  of(key: string, now: number): T {
    this.#rotate(now);
    const known = this.#young.get(key);
    if (known) return known;
    const thing = this.#old.get(key) ?? this.#make(key);
    this.#old.delete(key);
    this.#young.set(key, thing);
    return thing;
  }

  #rotate(now: number): void {
    // The clock was set back: earlier readings no longer tell how old anything is.
    if (now < this.#turnedAt) this.#turnedAt = now;
    if (now - this.#turnedAt < this.#spanMs) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#turnedAt = now;
  }
}
