import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StatementWatch } from './caller.ts';

const gone = () => AbortSignal.abort();
const deadlineAfter = (ms: number) => Math.floor(performance.now()) + ms;
const warned = vi.fn();
beforeEach(() => {
  warned.mockClear();
  process.on('warning', warned);
});
afterEach(() => {
  process.off('warning', warned);
});

describe('statements whose callers have stopped waiting before they are sent', () => {
  it.each([
    ['all callers have gone', [{ deadline: deadlineAfter(60_000), signal: gone() }]],
    ['the deadline has passed', [{ deadline: deadlineAfter(-5) }]],
    ['either', [{ deadline: deadlineAfter(-5) }, { deadline: deadlineAfter(60_000), signal: gone() }]],
  ])('are cancelled without a Node warning on standard error: %s', async (_, callers) => {
    const cancel = vi.fn(async () => undefined);
    const watch = new StatementWatch(callers, cancel);
    await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce());
    expect(watch.areCallersGone).toBe(true);
    expect(await watch.end()).toBe(true);
    // Node emits warnings in a later iteration of the event loop.
    await nextTurn();
    expect(warned).not.toHaveBeenCalled();
  });

  it('are cancelled repeatedly until they end, and not after that', async () => {
    const cancel = vi.fn(async () => undefined);
    vi.useFakeTimers();
    try {
      const watch = new StatementWatch([{ deadline: deadlineAfter(-5) }], cancel);
      await vi.advanceTimersByTimeAsync(2_000);
      expect(cancel.mock.calls.length).toBeGreaterThan(2);
      await watch.end();
      const count = cancel.mock.calls.length;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(cancel).toHaveBeenCalledTimes(count);
    } finally {
      vi.useRealTimers();
    }
  });
});
