import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextStep } from './retry.ts';

const settled = { kind: 'settled' };
const repeat = (waitMs: number, isFailure = true) => ({ kind: 'repeat', waitMs, isFailure });

describe('the next step', () => {
  it.each([
    ['a success', 201, null, settled],
    ['a replay', 200, null, settled],
    ['a conflict', 409, null, settled],
    ['an unknown member', 404, null, settled],
    ['a fault', 422, null, settled],
    ['refused credentials', 401, null, settled],
    ['a disabled feature', 403, null, settled],
    ['a redirection', 302, null, settled],
    ['the rate limit', 429, 17, repeat(17_000, false)],
    ['the rate limit without a time', 429, null, repeat(500, false)],
    ['a request in flight', 409, 1, repeat(1000)],
    ['an outage', 503, 1, repeat(1000)],
    ['a long outage', 503, 120, repeat(120_000)],
    ['an error', 500, null, repeat(500)],
    ['a bad gateway', 502, null, repeat(500)],
    ['no answer', null, null, repeat(500)],
  ])('after %s', (_, status, retryAfterSeconds, step) => {
    expect(nextStep({ status, retryAfterSeconds }, 0)).toEqual(step);
  });

  it('waits twice as long each time, half a minute at most, and ends', () => {
    const steps = Array.from({ length: 10 }, (_, failures) =>
      nextStep({ status: null, retryAfterSeconds: null }, failures),
    );
    expect(steps.map((step) => ('waitMs' in step ? step.waitMs : step.kind))).toEqual([
      500,
      1000,
      2000,
      4000,
      8000,
      16_000,
      30_000,
      30_000,
      'exhausted',
      'exhausted',
    ]);
  });

  it('never waits less than was asked for, and never gives up for the rate limit', () => {
    const status = fc.constantFrom(null, 409, 429, 500, 502, 503, 504);
    fc.assert(
      fc.property(status, fc.integer({ min: 1, max: 86_400 }), fc.nat(20), (code, retryAfterSeconds, failures) => {
        const step = nextStep({ status: code, retryAfterSeconds }, failures);
        if (step.kind === 'repeat') expect(step.waitMs).toBeGreaterThanOrEqual(retryAfterSeconds * 1000);
        else expect([code === 429, failures >= 8]).toEqual([false, true]);
      }),
    );
  });
});
