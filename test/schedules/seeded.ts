import { v7 } from 'uuid';
import { type Ids, systemIds } from '../../platform/core/ids.ts';

/** Choices that a text determines: the same text, the same choices. */
export class Seeded {
  #state = 0;

  constructor(text: string) {
    for (const char of text) this.#state = Math.imul(this.#state ^ (char.codePointAt(0) ?? 0), 0x01000193);
  }

  /** An integer from 0 on, below a limit (Mulberry32). */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  /** Whether an event of one in so many happens. */
  oneIn(many: number): boolean {
    return this.below(many) === 0;
  }

  of<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }
}

/** Ids that a seed determines, in the order of creation like those of the product. */
export class SeededIds implements Ids {
  readonly newRequestId = systemIds.newRequestId;
  readonly newClientId = systemIds.newClientId;
  readonly newSecret = systemIds.newSecret;
  #random = new Seeded('');
  #seq = 0;

  /** From now on gives the ids of another seed. */
  reseed(text: string): void {
    this.#random = new Seeded(text);
    this.#seq = 0;
  }

  newId(): string {
    return v7({
      msecs: FIRST_MS,
      seq: this.#seq++,
      random: Uint8Array.from({ length: 16 }, () => this.#random.below(256)),
    });
  }
}

const FIRST_MS = Date.UTC(2026, 0);
