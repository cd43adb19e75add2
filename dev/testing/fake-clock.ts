import type { Clock } from '../../platform/core/clock.ts';

/** A clock that stands still until a test moves it. */
export class FakeClock implements Clock {
  #now: number;

  /** @param start an RFC 3339 date-time. */
  constructor(start: string) {
    this.#now = Date.parse(start);
  }

  now(): number {
    return this.#now;
  }

  /** Moves on by so many milliseconds. */
  advance(ms: number): void {
    this.#now += ms;
  }

  /** Moves to an RFC 3339 date-time. */
  set(instant: string): void {
    this.#now = Date.parse(instant);
  }
}
