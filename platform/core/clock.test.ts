import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deadlineAfter, remainingMs, timerMs } from './clock.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('a timer never fires before its deadline, and a timer of seconds fires only a little later', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 30 }), (ms) => {
      const delay = timerMs(deadlineAfter(ms));
      expect(delay).toBeGreaterThanOrEqual(ms);
      expect(delay).toBeLessThan(ms < 1_000 ? ms + 1 : ms + 32);
    }),
  );
});

it('timers of calls that began at about the same time have the same delay', () => {
  const delays = Array.from({ length: 6 }, (_, late) => timerMs(deadlineAfter(30_000 - late)));
  expect(new Set(delays).size).toBe(1);
});

it('a deadline that has passed, or never will, has a delay that Node accepts', () => {
  expect(timerMs(deadlineAfter(-5_000))).toBe(1);
  expect(timerMs(Number.POSITIVE_INFINITY)).toBe(2 ** 31 - 1);
});

it('a deadline stays where it is when the clock is set', () => {
  const deadline = deadlineAfter(5_000);
  for (const step of [300_000, -600_000]) {
    vi.setSystemTime(Date.now() + step);
    expect(remainingMs(deadline)).toBe(5_000);
    expect(timerMs(deadline)).toBe(timerMs(deadlineAfter(5_000)));
  }
});
