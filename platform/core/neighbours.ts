import { monotonicMs } from './clock.ts';

/** Tells whether an institution has this process to itself. */
export class Neighbours {
  readonly #now: () => number;
  #latest: string | null = null;
  #latestAt = Number.NEGATIVE_INFINITY;
  /** When any institution but the latest had a request. */
  #otherAt = Number.NEGATIVE_INFINITY;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes a request of an institution. */
  note(institutionId: string): void {
    if (institutionId !== this.#latest) {
      this.#otherAt = this.#latestAt;
      this.#latest = institutionId;
    }
    this.#latestAt = this.#now();
  }

  /** Whether another institution had a request within the last second. Null: work for no institution in particular. */
  has(institutionId: string | null): boolean {
    const at = institutionId === this.#latest ? this.#otherAt : this.#latestAt;
    return this.#now() - at < RECENT_MS;
  }
}

/** Shared by the whole process: gateway and services note every request. */
export const neighbours = new Neighbours(monotonicMs);

const RECENT_MS = 1_000;
