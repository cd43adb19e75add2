import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_ATTEMPTS, nextAttemptAt, RETRY_AFTER_AT_MOST_MS, WAIT_AT_MOST_MS } from './retry-schedule.ts';

const HOUR = 3_600_000;
/** As documented. */
const WAITS = [5_000, 300_000, HOUR / 2, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];

const failedAt = fc.integer({ min: 0, max: 2_000_000_000_000 });
const retryAfter = fc.option(fc.integer({ min: 0, max: 30 * 24 * HOUR }));
const attempts = fc.integer({ min: 1, max: MAX_ATTEMPTS - 1 });

describe('the next attempt', () => {
  test('is never early, and late by at most a tenth of the wait', () => {
    fc.assert(
      fc.property(fc.uuid(), attempts, failedAt, (deliveryId, count, at) => {
        const wait = WAITS[count - 1] ?? Number.NaN;
        const next = nextAttemptAt({ deliveryId, attempts: count, failedAt: at, retryAfterMs: null }) ?? 0;
        expect(next - at).toBeGreaterThanOrEqual(wait);
        expect(next - at).toBeLessThanOrEqual(wait * 1.1);
      }),
    );
  });

  test('is never before the time a receiver requests, up to a day', () => {
    fc.assert(
      fc.property(fc.uuid(), attempts, failedAt, retryAfter, (deliveryId, count, at, retryAfterMs) => {
        const next = nextAttemptAt({ deliveryId, attempts: count, failedAt: at, retryAfterMs }) ?? 0;
        expect(next - at).toBeGreaterThanOrEqual(Math.min(retryAfterMs ?? 0, RETRY_AFTER_AT_MOST_MS));
        expect(next - at).toBeLessThanOrEqual(WAIT_AT_MOST_MS);
      }),
    );
  });

  test('does not follow the tenth, whatever the receiver requests', () => {
    fc.assert(
      fc.property(fc.uuid(), failedAt, retryAfter, (deliveryId, at, retryAfterMs) => {
        expect(nextAttemptAt({ deliveryId, attempts: 10, failedAt: at, retryAfterMs })).toBeNull();
      }),
    );
  });

  test('differs between deliveries that failed together', () => {
    const ids = fc.sample(fc.uuid(), 100);
    const times = ids.map((deliveryId) => nextAttemptAt({ deliveryId, attempts: 3, failedAt: 0, retryAfterMs: null }));
    expect(new Set(times).size).toBeGreaterThan(90);
  });
});
