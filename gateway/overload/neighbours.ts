import type { Clock } from '../../platform/core/clock.ts';

/** Tells whether an institution has this gateway to itself. */
export class Neighbours {
  readonly #clock: Clock;
  #latest = '';
  #latestAt = Number.NEGATIVE_INFINITY;
  /** When any institution but the latest had a request. */
  #otherAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes a request of an institution. */
  note(institutionId: string): void {
    if (institutionId !== this.#latest) {
      this.#otherAt = this.#latestAt;
      this.#latest = institutionId;
    }
    this.#latestAt = this.#clock.now();
  }

  /** Whether another institution had a request within the last second. */
  has(institutionId: string): boolean {
    const at = institutionId === this.#latest ? this.#otherAt : this.#latestAt;
    // The clock may have been set back.
    return Math.abs(this.#clock.now() - at) < RECENT_MS;
  }
}

const RECENT_MS = 1_000;
