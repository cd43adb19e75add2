import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { watchDatabaseTraffic } from '../../test/support/postgres/database-traffic.ts';
import { holdLock } from '../../test/support/probe/hold-lock.ts';
import { positional } from '../../test/support/probe/positional.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';

const ECHO = positional('test_echo', 'SELECT $1::int AS n');
const SERIES = positional('test_series', 'SELECT generate_series(1, $1::int) AS n');
const FAIL = positional('test_fail', 'SELECT 1 / $1::int AS n');
const SLEEP = positional('test_sleep_briefly', 'SELECT pg_sleep(0.3), $1::int AS n');

const probe = await startProbe();
afterAll(() => probe.stop());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);

describe('concurrent reads', () => {
  it('share a batch, and each gets its own rows', async () => {
    const database = probe.database();
    const traffic = watchDatabaseTraffic();
    const answers = await Promise.all(numbers(10).map((n) => database.rows(ECHO, [n])));
    expect(answers).toEqual(numbers(10).map((n) => [{ n }]));
    expect(traffic).toMatchObject({ statements: Array(10).fill('test_echo'), roundTrips: 1 });
  });

  it('do not fail because of one that the server rejects', async () => {
    const database = probe.database();
    const failing = expect(database.rows(FAIL, [0])).rejects.toMatchObject({ code: '22012' });
    const answers = await Promise.all(numbers(5).map((n) => database.rows(ECHO, [n])));
    expect(answers).toEqual(numbers(5).map((n) => [{ n }]));
    await failing;
  });

  it('are retried without one that timed out, which is not retried', async () => {
    const database = probe.database({ statementTimeoutMs: 50 });
    const traffic = watchDatabaseTraffic();
    const before = database.rows(ECHO, [1]);
    const late = expect(database.rows(SLEEP, [2])).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    const behind = database.rows(ECHO, [3]);
    expect([await before, await behind]).toEqual([[{ n: 1 }], [{ n: 3 }]]);
    await late;
    expect(traffic.statements.filter((name) => name === SLEEP.name)).toHaveLength(1);
  });

  it('of many rows are answered in a turn of the event loop each', async () => {
    const database = probe.database();
    let turn = 0;
    let next: NodeJS.Immediate;
    const count = () => {
      turn++;
      next = globalThis.setImmediate(count);
    };
    count();
    onTestFinished(() => clearImmediate(next));
    const turns = await Promise.all(numbers(5).map(() => database.rows(SERIES, [200]).then(() => turn)));
    expect(new Set(turns).size).toBe(5);
  });

  it('do not wait for slow reads while there are free connections', async () => {
    const database = probe.database({ maxConnections: 4 });
    const slow: Promise<unknown>[] = [];
    for (const n of [1, 2]) {
      slow.push(database.rows(SLEEP, [n]));
      await setImmediate();
    }
    const order: string[] = [];
    const quick = database.rows(ECHO, [3]).then(() => order.push('quick'));
    await Promise.all([...slow.map((read) => read.then(() => order.push('slow'))), quick]);
    expect(order[0]).toBe('quick');
  });
});

/** A point read that waits while the test holds a lock. */
const heldBy = (lock: number) =>
  positional<{ key: string }>(
    `test_held_by_${lock}`,
    `SELECT k.n, k.key FROM unnest($1::text[]) WITH ORDINALITY AS k(key, n), (SELECT pg_advisory_xact_lock_shared(${lock})) held`,
  );

it('a key that waited while all sessions were in flight is sent as soon as one returns', async () => {
  const database = probe.database({ maxConnections: 3, statementTimeoutMs: 60_000 });
  await database.ping(5_000);
  const releases = await Promise.all([11, 12, 13].map((lock) => holdLock(probe, lock)));
  const held: Promise<unknown>[] = [];
  onTestFinished(async () => {
    for (const release of releases) await release();
    await Promise.all(held);
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const sendNext = async () => {
    await setImmediate();
    vi.advanceTimersByTime(5);
  };
  for (const lock of [11, 12, 13]) {
    held.push(database.point(heldBy(lock), ['held']));
    await sendNext();
  }
  const last = database.point(heldBy(14), ['last']);
  await sendNext();
  expect(database.counts.readsWaiting).toBe(1);
  await releases[0]?.();
  expect(await held[0]).toEqual({ key: 'held' });
  await setImmediate();
  expect(database.counts.readsWaiting).toBe(0);
  expect(await last).toEqual({ key: 'last' });
});
