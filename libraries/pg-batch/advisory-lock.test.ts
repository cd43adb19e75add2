import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import { AdvisoryLock, LOCK_SILENCE_MS } from './advisory-lock.ts';

const probe = await startProbe();
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => probe.stop());

/** A lock that is held, whose process then does nothing more: no heartbeat is sent. */
async function heldByStoppedProcess(): Promise<AdvisoryLock> {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval'] });
  const lock = AdvisoryLock.on({ url: probe.databaseUrl, applicationName: 'test' }, `stopped ${crypto.randomUUID()}`);
  onTestFinished(() => lock.release());
  expect(await lock.take()).toBe(true);
  return lock;
}

/** Time passes on both clocks. */
function pass(ms: number): void {
  const now = performance.now();
  vi.setSystemTime(Date.now() + ms);
  vi.spyOn(performance, 'now').mockReturnValue(now + ms);
  onTestFinished(() => void vi.restoreAllMocks());
}

describe('a process that was stopped for longer than the server keeps its session', () => {
  it.each([
    ['five minutes back', -300_000],
    ['not', 0],
    ['five minutes forward', 300_000],
  ])('does not hold the lock when it continues, if the clock was set %s', async (_, stepMs) => {
    const lock = await heldByStoppedProcess();
    vi.setSystemTime(Date.now() + stepMs);
    pass(LOCK_SILENCE_MS - 1_000);
    expect(lock.isHeld).toBe(false);
  });

  it('does not hold it either if its machine was suspended, which only the other clock tells', async () => {
    const lock = await heldByStoppedProcess();
    vi.setSystemTime(Date.now() + LOCK_SILENCE_MS - 1_000);
    expect(lock.isHeld).toBe(false);
  });
});

it('a lock is held while both clocks say so, and taken again after a step of one', async () => {
  const lock = await heldByStoppedProcess();
  expect(lock.isHeld).toBe(true);
  vi.setSystemTime(Date.now() + 300_000);
  expect(lock.isHeld).toBe(false);
  expect(await lock.take()).toBe(true);
  expect(lock.isHeld).toBe(true);
});
