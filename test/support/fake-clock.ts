import type { Clock } from '../../platform/core/clock.ts';

/** A clock that only a test can advance. */
export class FakeClock implements Clock {
  #now: number;

  /** @param start an RFC 3339 date-time. */
  constructor(start: string) {
    this.#now = Date.parse(start);
  }

  now(): number {
    return this.#now;
  }

  /** Advances by a number of milliseconds. */
  advance(ms: number): void {
    this.#now += ms;
  }

  /** Sets the clock to an RFC 3339 date-time. */
  set(instant: string): void {
    this.#now = Date.parse(instant);
  }
}

/** A clock that test files share, so that none of them may move it. */
export class StandingClock extends FakeClock {
  readonly #instead: string;

  /** @param instead how a test gets a clock of its own */
  constructor(start: string, instead: string) {
    super(start);
    this.#instead = instead;
  }

  override advance(): never {
    throw new Error(`other files use this clock: ${this.#instead} has one that you may move`);
  }

  override set(): never {
    this.advance();
  }
}
