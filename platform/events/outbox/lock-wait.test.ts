import { expect, it, vi } from 'vitest';
import { RelayBench } from '../../../test/support/nats/relay-bench.ts';
import { type Logger, silentLogger } from '../../observability/log.ts';
import { LockWait } from './lock-wait.ts';

const bench = new RelayBench();
const MINUTE_MS = 60_000;

it('a relay that waits for its lock while events wait logs the holder once, and again after the outbox was empty', async () => {
  const { probe, database } = bench;
  const holder = probe.database({ applicationName: 'left-behind' }).lock('outbox/probe');
  expect(await holder.take()).toBe(true);
  const warn = vi.fn();
  const log = { ...silentLogger, warn } as unknown as Logger;
  const lock = database.lock('outbox/probe');
  const wait = new LockWait({ db: database, clock: probe.clock, log }, lock);
  const look = async () => {
    expect(await lock.take()).toBe(false);
    await wait.look();
  };
  try {
    await look();
    probe.clock.advance(2 * MINUTE_MS);
    await look();
    expect(warn).not.toHaveBeenCalled();

    await bench.insertEvents('a');
    for (let minute = 0; minute < 3; minute++) {
      probe.clock.advance(MINUTE_MS);
      await look();
    }
    expect(warn).toHaveBeenCalledOnce();
    expect(warn.mock.calls[0]?.[0]).toMatchObject({
      holder: { application: 'left-behind outbox/probe', pid: expect.any(Number) },
      oldestAt: '2026-10-05T08:00:00.500Z',
    });

    await probe.sql('TRUNCATE outbox');
    probe.clock.advance(MINUTE_MS);
    await look();
    await bench.insertEvents('b');
    probe.clock.advance(MINUTE_MS);
    await look();
    expect(warn).toHaveBeenCalledTimes(2);
  } finally {
    await holder.release();
    await lock.release();
  }
});
