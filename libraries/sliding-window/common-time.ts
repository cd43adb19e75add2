/**
 * The time in which all processes with shared counts count: the time of the store, whose clock each of them asks when
 * it opens the store. If that clock is set later, processes that asked before and after differ: the one that is behind
 * takes over the time in which the other has counted.
 */
export class CommonTime {
  #leadMs: number | undefined;
  /** The latest reading of this process's clock. */
  #latest = Number.NEGATIVE_INFINITY;

  /** The common time, in whole epoch milliseconds: a cell has no others. @param now of this process's clock */
  at(now: number): number {
    // Requests of one moment may be counted in another order; further back, the clock was set.
    if (now > this.#latest || now < this.#latest - MAX_LAG_MS) this.#latest = now;
    return Math.round(now + (this.#leadMs ?? 0));
  }

  /** The store has opened. @param theirs the instant of its clock @param now the same instant of this process's */
  open(theirs: number, now: number): void {
    const lead = Math.abs(theirs - now) < ROUND_TRIP_MS ? 0 : theirs - now;
    this.#leadMs = Math.max(lead, this.#leadMs ?? Number.NEGATIVE_INFINITY);
  }

  /**
   * Reads the instants at which processes have counted, their clocks being right or not; returns those that can be.
   * This process has counted none that is later than now, so a later one is of another.
   */
  learn(instants: readonly number[], windowMs: number): number[] {
    const latest = this.at(this.#latest);
    const known = instants.filter((instant) => instant <= latest + MAX_STEP_MS);
    const behind = Math.max(0, ...known.map((instant) => instant - latest));
    this.#leadMs = (this.#leadMs ?? 0) + behind;
    return known.filter((instant) => instant > latest + behind - windowMs);
  }
}

/** By how much a request may be counted later than one that came after it. */
export const MAX_LAG_MS = 2_000;
/**
 * The time that an answer may take. A smaller difference between clocks cannot be told from the delay of the answer.
 */
const ROUND_TRIP_MS = 100;
/** By as much may the clock of the store be set, or the clocks of its servers differ. */
const MAX_STEP_MS = 600_000;
