import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deadlineIn, throwIfOver, timeoutMs, timerMs } from './deadline.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('timers of calls fire at most 32 ms late, and share a delay from a second on', () => {
  for (const ms of [1, 999, 1_000, 1_001, 29_999, 60_000]) {
    const late = timerMs(deadlineIn(ms)) - ms;
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(ms < 1_000 ? 1 : 32);
  }
  expect(new Set(Array.from({ length: 6 }, (_, late) => timerMs(deadlineIn(30_000 - late)))).size).toBe(1);
});

it('a deadline that has passed, or never will, is sent and timed as numbers that both ends accept', () => {
  for (const delay of [timerMs, timeoutMs]) {
    expect(delay(deadlineIn(-5_000))).toBe(1);
    expect(delay(Number.POSITIVE_INFINITY)).toBe(2 ** 31 - 1);
  }
  expect(() => throwIfOver({ deadline: deadlineIn(0) })).toThrow('the deadline has passed');
  expect(() => throwIfOver({ deadline: deadlineIn(1), signal: AbortSignal.abort() })).toThrow('the caller is gone');
});

it('a deadline stays where it is when the clock is set', () => {
  const deadline = deadlineIn(5_000);
  for (const step of [300_000, -600_000]) {
    vi.setSystemTime(Date.now() + step);
    expect(timeoutMs(deadline)).toBe(5_000);
    expect(() => throwIfOver({ deadline })).not.toThrow();
  }
});
