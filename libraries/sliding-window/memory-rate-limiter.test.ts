import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';
import type { Decision, Rate } from './window.ts';

const HOUR_MS = 3_600_000;
const NOON = Date.parse('2026-01-31T12:00:00Z');

describe('MemoryRateLimiter', () => {
  test('agrees with a list of instants, even when the clock is set back', () => {
    const steps = fc.array(
      fc.record({
        key: fc.constantFrom('a', 'b'),
        step: fc.oneof(
          { weight: 8, arbitrary: fc.integer({ min: 0, max: 700 }) },
          { weight: 1, arbitrary: fc.integer({ min: -9000, max: -1 }) },
          { weight: 1, arbitrary: fc.integer({ min: 3000, max: 9000 }) },
        ),
      }),
      { maxLength: 300 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), steps, (limit, requests) => {
        const rate = { limit, windowMs: 5000 };
        const store = new MemoryRateLimiter(rate);
        const model = new NaiveWindow(rate);
        let now = NOON;
        for (const { key, step } of requests) {
          now += step;
          // One key while time runs backwards; keys that are idle at that moment are tested below.
          const used = requests.some((request) => request.step < 0) ? 'a' : key;
          expect(store.take(used, now)).toEqual(model.take(used, now));
        }
      }),
      { numRuns: 100 },
    );
  });

  test('a clock that is set back does not drop other keys early', () => {
    const store = new MemoryRateLimiter({ limit: 1, windowMs: 60_000 });
    store.take('other', NOON);
    store.take('key', NOON - HOUR_MS);
    store.take('key', NOON - HOUR_MS + 59_999);
    expect(store.take('other', NOON - HOUR_MS + 59_999).allowed).toBe(false);
  });

  test('drops keys that are idle, whatever else goes on', () => {
    const store = new MemoryRateLimiter({ limit: 10, windowMs: 60_000 });
    for (let i = 0; i < 5000; i++) store.take(`key ${i}`, NOON + i);
    expect(store.size).toBe(5000);
    store.take('one', NOON + 70_000);
    store.take('one', NOON + 130_000);
    expect(store.size).toBe(1);
  });

  test('holds no more keys than two windows have used, even if every key is new', () => {
    const store = new MemoryRateLimiter({ limit: 10, windowMs: 1000 });
    let largest = 0;
    for (let i = 0; i < 20_000; i++) {
      store.take(`key ${i}`, NOON + i);
      largest = Math.max(largest, store.size);
    }
    expect(largest).toBeLessThanOrEqual(2000);
  });
});

/** The reference implementation. */
class NaiveWindow {
  readonly #rate: Rate;
  readonly #instants = new Map<string, number[]>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  take(key: string, now: number): Decision {
    const { limit, windowMs } = this.#rate;
    const live = (this.#instants.get(key) ?? [])
      .map((instant) => Math.min(instant, now))
      .filter((instant) => instant > now - windowMs);
    const allowed = live.length < limit;
    if (allowed) live.push(now);
    this.#instants.set(key, live);
    const resetSeconds = Math.ceil((Math.min(...live) + windowMs - now) / 1000);
    return {
      allowed,
      limit,
      windowSeconds: windowMs / 1000,
      remaining: limit - live.length,
      resetSeconds,
      retryAfterSeconds: allowed ? 0 : resetSeconds,
    };
  }
}
