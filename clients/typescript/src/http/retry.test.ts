import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Ending, nextWait, type RetryPolicy } from './retry.ts';

const policy: RetryPolicy = { repeats: 8, budgetMs: Number.POSITIVE_INFINITY };
const fresh = { failures: 0, waitedMs: 0 };
const failure = (waitMs: number) => ({ waitMs, isFailure: true });

describe('the wait', () => {
  it.each<[string, number | null, number | null, ReturnType<typeof nextWait>]>([
    ['a success', 201, null, null],
    ['a conflict', 409, null, null],
    ['an unknown id', 404, null, null],
    ['a stale change', 412, null, null],
    ['refused credentials', 401, null, null],
    ['a redirection', 302, null, null],
    ['the rate limit', 429, 17_000, { waitMs: 17_000, isFailure: false }],
    ['a limit without a time', 429, null, failure(500)],
    ['a request in flight', 409, 1000, failure(1000)],
    ['an outage', 503, 1000, failure(1000)],
    ['a long outage', 503, 120_000, failure(120_000)],
    ['an error', 500, null, failure(500)],
    ['no answer', null, null, failure(500)],
  ])('after %s', (_, status, retryAfterMs, next) => {
    expect(nextWait({ status, retryAfterMs }, fresh, policy, 0)).toEqual(next);
  });

  it('doubles up to half a minute, minus up to a half at random, until no retry is left', () => {
    const waits = (chance: number) =>
      Array.from({ length: 9 }, (_, failures) =>
        nextWait({ status: null, retryAfterMs: null }, { failures, waitedMs: 0 }, policy, chance),
      ).map((next) => next?.waitMs ?? null);
    const full = [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, null];
    expect(waits(0)).toEqual(full);
    expect(waits(1)).toEqual(full.map((ms) => (ms === null ? null : ms / 2)));
  });
});

const ending = fc.record<Ending>({
  status: fc.constantFrom(null, 200, 404, 409, 412, 429, 500, 502, 503),
  retryAfterMs: fc.option(fc.integer({ min: 1, max: 120 }).map((seconds) => seconds * 1000)),
});
const anyPolicy = fc.record<RetryPolicy>({ repeats: fc.nat(10), budgetMs: fc.nat(300_000) });

it('no request exceeds its budget or its retries, or waits less than Retry-After', () => {
  fc.assert(
    fc.property(
      fc.array(ending, { maxLength: 40 }),
      anyPolicy,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (endings, given, chance) => {
        let spent = fresh;
        for (const each of endings) {
          const next = nextWait(each, spent, given, chance);
          if (!next) break;
          expect(next.waitMs).toBeGreaterThanOrEqual(each.retryAfterMs ?? 0);
          expect(next.isFailure || each.status === 429).toBe(true);
          spent = { failures: spent.failures + Number(next.isFailure), waitedMs: spent.waitedMs + next.waitMs };
        }
        expect(spent.failures).toBeLessThanOrEqual(given.repeats);
        expect(spent.waitedMs).toBeLessThanOrEqual(given.budgetMs);
      },
    ),
  );
});
