/** Random choices that a seed determines (Mulberry32): the same ones in every run. */
export class Draws {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** The choices that a text determines. */
  static of(text: string): Draws {
    let seed = 0;
    for (const char of text) seed = Math.imul(seed ^ (char.codePointAt(0) ?? 0), 0x01000193);
    return new Draws(seed);
  }

  /** From 0 up to, but not, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Whether an event of one in so many happens. */
  oneIn(many: number): boolean {
    return this.below(many) === 0;
  }

  /** An integer from 0 on, below a limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** An integer from `from` to `to`. */
  between(from: number, to: number): number {
    return from + this.below(to - from + 1);
  }

  oneOf<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value;
  }

  shuffled<Value>(values: readonly Value[]): Value[] {
    const keys = values.map((value) => ({ value, key: this.next() }));
    return keys.sort((a, b) => a.key - b.key).map(({ value }) => value);
  }
}
