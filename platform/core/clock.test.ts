import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deadlineAfter, timeoutMs, timerMs } from './clock.ts';

it('a timer never rings before its deadline, and one of seconds little after it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_000, max: 2 ** 30 }), (ms) => {
      const set = deadlineAfter(0);
      const delay = timerMs(set + ms);
      // The clock may have gone on meanwhile.
      const passed = deadlineAfter(0) - set;
      expect(delay).toBeGreaterThanOrEqual(ms - passed);
      expect(delay).toBeLessThan(ms + 32);
    }),
  );
});

it('timers of calls that began about the same time have one delay', () => {
  const delays = Array.from({ length: 1_000 }, (_, at) => timerMs(deadlineAfter(30_000 - at / 200)));
  expect(new Set(delays).size).toBeLessThanOrEqual(2);
});

it('a deadline that has passed, or never will, has a delay that Node takes', () => {
  for (const ms of [timerMs, timeoutMs]) {
    expect(ms(deadlineAfter(-5_000))).toBe(1);
    expect(ms(Number.POSITIVE_INFINITY)).toBe(2 ** 31 - 1);
  }
});
