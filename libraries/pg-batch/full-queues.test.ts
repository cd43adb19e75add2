import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withinCall } from '../../platform/core/call-scope.ts';
import { deadlineAfter } from '../../platform/core/clock.ts';
import type { Database } from '../../platform/data/database.ts';
import { watchDatabaseTraffic } from '../../test/support/postgres/database-traffic.ts';
import { holdLock } from '../../test/support/probe/hold-lock.ts';
import { positional } from '../../test/support/probe/positional.ts';
import { type Probe, startProbe } from '../../test/support/probe/start-probe.ts';

/** Waits while the test holds the lock. */
const WAIT = positional<{ n: number }>('full_lines_wait', 'SELECT pg_advisory_xact_lock_shared(2), $1::int AS n');
const POINT = positional<{ key: string }>(
  'full_lines_point',
  'SELECT k.n, k.key FROM unnest($1::text[]) WITH ORDINALITY AS k(key, n), (SELECT pg_advisory_xact_lock_shared(2)) held',
);
/** What a read rejects with is translated by its database; a transaction rejects with what this library throws. */
const busy = { code: 'SERVICE_BUSY' };
const late = { code: 'DEADLINE_EXCEEDED' };

let probe: Probe;
let database: Database;
let release: () => Promise<unknown>;
beforeEach(async () => {
  probe = await startProbe();
  database = probe.database({ statementTimeoutMs: 60_000, maxConnections: 1 });
  release = await holdLock(probe, 2);
});
afterEach(() => probe.stop());

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n);
const inCall = <T>(work: () => T, signal = new AbortController().signal) =>
  withinCall({ deadline: deadlineAfter(60_000), signal }, work);

describe('transactions', () => {
  const write = (n: number, signal?: AbortSignal) =>
    inCall(() => database.transaction((tx) => tx.rows(WAIT, [n]), { of: 'nobody' }), signal);

  it('wait for a session up to a maximum; further ones are rejected at once, and the waiting ones are answered', async () => {
    const waiting = numbers(33).map((n) => write(n));
    await vi.waitFor(() => expect(database.counts.waiting).toBe(32));
    await expect(write(33)).rejects.toMatchObject({ kind: 'busy' });
    await expect(write(34)).rejects.toMatchObject({ kind: 'busy' });
    expect(database.counts).toMatchObject({ waiting: 32, refused: 2 });
    await release();
    expect((await Promise.all(waiting)).map(([row]) => row?.n)).toEqual(numbers(33));
    expect(database.counts.waiting).toBe(0);
    expect(await write(35)).toMatchObject([{ n: 35 }]);
  });

  it('of the service itself always wait', async () => {
    const waiting = numbers(33).map((n) => write(n));
    const own = database.transaction((tx) => tx.rows(WAIT, [99]), { of: 'nobody' });
    await release();
    expect(await own).toMatchObject([{ n: 99 }]);
    await Promise.all(waiting);
  });

  it('whose callers disconnect while they wait send nothing', async () => {
    const traffic = watchDatabaseTraffic();
    const first = write(0);
    const gone = new AbortController();
    const second = expect(write(1, gone.signal)).rejects.toMatchObject({ kind: 'abandoned' });
    await vi.waitFor(() => expect(database.counts.waiting).toBe(1));
    gone.abort();
    await release();
    await Promise.all([first, second]);
    expect(traffic.statements.filter((name) => name === 'full_lines_wait')).toHaveLength(1);
    vi.restoreAllMocks();
  });

  it('that only write are queued up to a maximum; further ones are rejected at once, and the queued ones are committed', async () => {
    const held = write(0);
    await vi.waitFor(() => expect(database.counts.sessions).toBe(1));
    const change = () =>
      inCall(() => database.transaction(async (tx) => tx.write(WAIT, [1]), { of: 'nobody', client: 'c' }));
    const gathered = numbers(32 * 4).map(change);
    await vi.waitFor(() => expect(database.counts.waiting).toBeGreaterThanOrEqual(32));
    await expect(change()).rejects.toMatchObject({ kind: 'busy' });
    await release();
    await Promise.all([held, ...gathered]);
    expect(database.counts.waiting).toBe(0);
  });
});

describe('reads', () => {
  const read = (n: number, signal?: AbortSignal) => inCall(() => database.rows(WAIT, [n]), signal);

  it('are queued up to a maximum; further ones are rejected at once, and the queued ones are answered', async () => {
    const waiting = numbers(256).map((n) => read(n));
    await expect(read(256)).rejects.toMatchObject(busy);
    expect(database.counts).toMatchObject({ readsWaiting: 256, refused: 1 });
    const own = database.rows(WAIT, [99]);
    await release();
    expect((await Promise.all(waiting)).map(([row]) => row?.n)).toEqual(numbers(256));
    expect(await own).toMatchObject([{ n: 99 }]);
    expect(database.counts.readsWaiting).toBe(0);
  });

  it('whose callers disconnect while they are queued are not sent', async () => {
    const reads = numbers(16).map((n) => read(n));
    const gone = new AbortController();
    const abandoned = expect(read(16, gone.signal)).rejects.toMatchObject(late);
    const last = read(17);
    gone.abort();
    await release();
    await Promise.all([...reads, abandoned]);
    expect(await last).toMatchObject([{ n: 17 }]);
  });
});

describe('point reads', () => {
  const find = (key: string, signal?: AbortSignal) => inCall(() => database.point(POINT, [key]), signal);

  it('are queued with other reads up to a maximum; further ones are rejected at once, and the queued ones are answered', async () => {
    const rows = numbers(56).map((n) => inCall(() => database.rows(WAIT, [n])));
    const waiting = numbers(200).map((n) => find(`${n}`));
    await expect(find('beyond')).rejects.toMatchObject(busy);
    expect(database.counts).toMatchObject({ readsWaiting: 256, refused: 1 });
    await release();
    expect((await Promise.all(waiting)).map((row) => row?.key)).toEqual(numbers(200).map(String));
    await Promise.all(rows);
    expect(database.counts.readsWaiting).toBe(0);
  });

  it('whose callers disconnect while they are queued are not sent', async () => {
    const gone = new AbortController();
    const [first, abandoned, last] = [find('first'), find('gone', gone.signal), find('last')];
    const refused = expect(abandoned).rejects.toMatchObject(late);
    gone.abort();
    await release();
    await refused;
    expect([await first, await last]).toEqual([{ key: 'first' }, { key: 'last' }]);
  });
});
