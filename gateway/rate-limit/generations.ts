/**
 * Things by key that are forgotten when their keys are idle. They live in two generations: a key that is used moves to the young one; once
 * per span the old one is dropped and the young one becomes old. So a key is forgotten between one and two spans after its last use.
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

  /** The thing of a key that is used at an instant, made when there is none. */
  of(key: string, now: number): T {
    this.#turn(now);
    const known = this.#young.get(key);
    if (known) return known;
    const thing = this.#old.get(key) ?? this.#make(key);
    this.#old.delete(key);
    this.#young.set(key, thing);
    return thing;
  }

  #turn(now: number): void {
    // A clock that was set back: what it showed before no longer says how old anything is.
    if (now < this.#turnedAt) this.#turnedAt = now;
    if (now - this.#turnedAt < this.#spanMs) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#turnedAt = now;
  }
}
