import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AttemptResult } from '../../../platform/core/attempt.ts';
import { afterAttempt, type Delivery } from './delivery.ts';
import { MAX_ATTEMPTS } from './retry-schedule.ts';

const NEW: Delivery = { id: 'd', status: 'pending', attemptCount: 0, nextAttemptAt: 0 };

const failure = fc.oneof(
  fc.record({ status: fc.integer({ min: 300, max: 599 }), error: fc.constant(null) }),
  fc.record({ status: fc.constantFrom(null, 200), error: fc.constantFrom('timeout' as const, 'connection_failed') }),
);
const success = fc.record({ status: fc.integer({ min: 200, max: 299 }), error: fc.constant(null) });
const rest = { response: fc.constant(null), retryAfter: fc.constantFrom(null, '1', '999999999', 'x') };

const result = (seen: fc.Arbitrary<Pick<AttemptResult, 'status' | 'error'>>): fc.Arbitrary<AttemptResult> =>
  fc.tuple(seen, fc.record(rest)).map(([a, b]) => ({ ...a, ...b }));

/** Makes each attempt when it is due, until nothing is left to try. */
function attemptAll(results: readonly AttemptResult[], from = NEW) {
  let delivery = from;
  for (const each of results) {
    if (delivery.nextAttemptAt === null) break;
    delivery = afterAttempt(delivery, each, delivery.nextAttemptAt);
  }
  return delivery;
}

describe('a delivery', () => {
  test('succeeds with the first success, and is not retried', () => {
    const failures = fc.array(result(failure), { maxLength: MAX_ATTEMPTS - 1 });
    fc.assert(
      fc.property(failures, result(success), result(failure), (before, ok, after) => {
        const delivery = attemptAll([...before, ok, after]);
        expect(delivery).toMatchObject({
          status: 'succeeded',
          attemptCount: before.length + 1,
          nextAttemptAt: null,
        });
      }),
    );
  });

  test('is tried ten times, and fails with the tenth failure', () => {
    const failures = fc.array(result(failure), { minLength: 1, maxLength: MAX_ATTEMPTS + 5 });
    fc.assert(
      fc.property(failures, (results) => {
        const delivery = attemptAll(results);
        expect(delivery.attemptCount).toBe(Math.min(results.length, MAX_ATTEMPTS));
        expect(delivery.status).toBe(results.length < MAX_ATTEMPTS ? 'pending' : 'failed');
        expect(delivery.nextAttemptAt === null).toBe(delivery.status === 'failed');
      }),
    );
  });
});
