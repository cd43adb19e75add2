import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AttemptResult } from '../../../platform/core/attempt.ts';
import { DAY_MS } from '../../../platform/core/instant.ts';
import { DISABLED_AFTER_MS, HEALTHY, healthAfter, switched } from './endpoint-health.ts';
import { WAIT_AT_MOST_MS } from './retry-schedule.ts';

const answer = (status: number | null): AttemptResult => ({ status, error: null, response: null, retryAfter: null });
const failure = fc.constantFrom(null, 301, 404, 429, 500, 503).map(answer);
const success = fc.integer({ min: 200, max: 299 }).map(answer);

/** Attempts, with the time before each. */
const attemptsOf = (result: fc.Arbitrary<AttemptResult>, longestMs = WAIT_AT_MOST_MS) =>
  fc.array(fc.tuple(fc.integer({ min: 0, max: longestMs }), result), { minLength: 1, maxLength: 30 });

function tried(attempts: readonly (readonly [number, AttemptResult])[], from = HEALTHY) {
  let at = 0;
  return attempts.reduce((health, [waitMs, result]) => {
    at += waitMs;
    return healthAfter(health, result, at);
  }, from);
}

describe('an endpoint', () => {
  test('is disabled by failures exactly when they last five days', () => {
    fc.assert(
      fc.property(attemptsOf(failure), (attempts) => {
        const lasted = attempts.slice(1).reduce((sum, [waitMs]) => sum + waitMs, 0);
        const health = tried(attempts);
        expect(health.isEnabled).toBe(lasted < DISABLED_AFTER_MS);
        expect(health.disabledReason).toBe(health.isEnabled ? null : 'failures');
      }),
    );
  });

  test('is disabled in the very millisecond in which they have lasted five days', () => {
    const failing = (lastWaitMs: number) =>
      tried([0, DAY_MS, DAY_MS, DAY_MS, DAY_MS, lastWaitMs].map((waitMs) => [waitMs, answer(500)] as const));
    expect(failing(DAY_MS - 1).isEnabled).toBe(true);
    expect(failing(DAY_MS).isEnabled).toBe(false);
  });

  test('is like new after a success', () => {
    const within = attemptsOf(failure, DAY_MS / 10);
    fc.assert(
      fc.property(within, success, (failures, ok) => {
        expect(tried([...failures, [0, ok]])).toEqual(HEALTHY);
      }),
    );
  });

  test('is not failing while nothing is sent to it', () => {
    const failed = answer(500);
    expect(
      tried([
        [0, failed],
        [30 * DAY_MS, failed],
      ]),
    ).toMatchObject({ isEnabled: true, failingSince: 30 * DAY_MS });
  });

  test('is disabled at once by 410, and without a reason by its owner', () => {
    expect(tried([[0, answer(410)]])).toMatchObject({ isEnabled: false, disabledReason: 'gone' });
    expect(switched(HEALTHY, false)).toMatchObject({ isEnabled: false, disabledReason: null });
  });

  test('stays disabled until its owner enables it, whatever the outcome of attempts in flight', () => {
    const any = attemptsOf(fc.oneof(failure, success, fc.constant(answer(410))));
    fc.assert(
      fc.property(any, fc.constantFrom(switched(HEALTHY, false), tried([[0, answer(410)]])), (attempts, disabled) => {
        expect(tried(attempts, disabled)).toEqual(disabled);
        expect(switched(disabled, true)).toEqual(HEALTHY);
      }),
    );
  });

  test('keeps the reason when its owner disables it again, and the failures when its owner enables it while enabled', () => {
    const gone = tried([[0, answer(410)]]);
    expect(switched(gone, false)).toEqual(gone);
    const failing = tried([[5, answer(500)]]);
    expect(switched(failing, true)).toEqual(failing);
  });
});
