import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { Reader, Tx } from '../../libraries/pg-batch/index.ts';
import { DatabaseProxy } from '../../test/support/postgres/database-proxy.ts';
import { positional } from '../../test/support/probe/positional.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import type { Database } from './database.ts';

const PID = positional<{ pid: number }>('test_pid', 'SELECT pg_backend_pid() AS pid');
const END = positional('test_end', 'SELECT pg_terminate_backend(pg_backend_pid())');
const SLEEP = positional('test_sleep', 'SELECT pg_sleep(30)');
const INSERT = positional('test_insert', 'INSERT INTO notes (institution_id, id, title) VALUES ($1, $2, $3)');
const TEXT = positional<{ text: string }>('test_text', 'SELECT $1::text AS text');

const probe = await startProbe();
afterAll(() => probe.stop());
afterEach(() => {
  vi.useRealTimers();
});

const pidOf = async (tx: Reader) => (await tx.rows(PID, []))[0]?.pid;

/** The translated failure of the work. */
async function failureOf(database: Database, work: (tx: Tx) => Promise<unknown>): Promise<unknown> {
  try {
    await database.transaction(work, { of: 'nobody' });
    throw new Error('did not fail');
  } catch (error) {
    return database.translate(error);
  }
}

const unavailable = { code: 'DEPENDENCY_UNAVAILABLE' };

describe('a connection that breaks', () => {
  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['during a statement', (tx) => tx.rows(END, [])],
    ['during a statement that is not awaited', async (tx) => tx.write(END, [])],
    [
      'between two statements',
      async (tx) => {
        await probe.sql('SELECT pg_terminate_backend($1, 5000)', [await pidOf(tx)]);
        await tx.rows(PID, []);
      },
    ],
    [
      'before COMMIT',
      async (tx) => {
        tx.write(INSERT, [randomUUID(), randomUUID(), 'lost']);
        await probe.sql('SELECT pg_terminate_backend($1, 5000)', [await pidOf(tx)]);
      },
    ],
  ])('%s fails the transaction and is not used again', async (_, work) => {
    const database = probe.database({ maxConnections: 1 });
    const before = await pidOf(database);
    expect(await failureOf(database, work)).toMatchObject(unavailable);
    expect(await pidOf(database)).not.toBe(before);
    expect(await probe.sql("SELECT FROM notes WHERE title = 'lost'")).toEqual([]);
  });

  it('while it is idle is replaced', async () => {
    const database = probe.database({ maxConnections: 1 });
    const before = await pidOf(database);
    await probe.sql('SELECT pg_terminate_backend($1, 5000)', [before]);
    await vi.waitFor(async () => expect(await pidOf(database)).not.toBe(before));
  });

  it('fails everything that waits for it, and nothing hangs', async () => {
    const proxy = await DatabaseProxy.start(probe.databaseUrl);
    const database = probe.database({ url: proxy.url, maxConnections: 2 });
    const sleeping = Array.from({ length: 2 }, () => failureOf(database, (tx) => tx.rows(SLEEP, [])));
    await vi.waitFor(async () => {
      const [row] = await probe.sql<{ n: number }>(
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE query LIKE '%pg_sleep(30)' AND state = 'active'",
      );
      expect(row?.n).toBe(2);
    });
    const waiting = database.rows(PID, []);
    proxy.cut();
    for (const failure of await Promise.all(sleeping)) expect(failure).toMatchObject(unavailable);
    expect(await waiting).toHaveLength(1);
    await proxy.stop();
  });
});

describe('a server that does not respond', () => {
  it('costs a bounded time and the connection', async () => {
    const proxy = await DatabaseProxy.start(probe.databaseUrl);
    const database = probe.database({ url: proxy.url, maxConnections: 1, statementTimeoutMs: 100 });
    const before = await pidOf(database);
    proxy.lose('everything');
    const failure = await failureOf(database, (tx) => tx.rows(PID, []));
    expect(failure).toMatchObject(unavailable);
    proxy.recover();
    expect(await pidOf(database)).not.toBe(before);
    await proxy.stop();
  });

  it('is reported as unavailable if nothing listens at its address', async () => {
    const proxy = await DatabaseProxy.start(probe.databaseUrl);
    const database = probe.database({ url: proxy.url });
    await proxy.stop();
    await expect(database.rows(PID, [])).rejects.toMatchObject(unavailable);
    await expect(database.ping(5_000)).rejects.toMatchObject(unavailable);
    expect(await failureOf(database, (tx) => tx.rows(PID, []))).toMatchObject(unavailable);
  });

  it.each([
    ['has no such database', (url: URL) => url.pathname, 'nowhere'],
    ['has no such user', (url: URL) => url.username, 'nobody'],
  ])('is reported as unavailable if it %s', async (_, part, other) => {
    const url = new URL(probe.databaseUrl);
    const database = probe.database({ url: url.href.replace(part(url).replace('/', ''), other) });
    await expect(database.rows(PID, [])).rejects.toMatchObject(unavailable);
  });
});

describe('a statement', () => {
  it('that takes too long is cancelled, and the connection is used again', async () => {
    const database = probe.database({ maxConnections: 1, statementTimeoutMs: 50 });
    const before = await pidOf(database);
    expect(await failureOf(database, (tx) => tx.rows(SLEEP, []))).toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    expect(await pidOf(database)).toBe(before);
    await expect(database.rows(SLEEP, [])).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  });

  it('for which no connection becomes free fails as unavailable after a bounded time', async () => {
    const database = probe.database({ maxConnections: 1 });
    const held = Promise.withResolvers<void>();
    const holding = Promise.withResolvers<void>();
    const holder = database.transaction(
      async (tx) => {
        await pidOf(tx);
        holding.resolve();
        await held.promise;
      },
      { of: 'nobody' },
    );
    await holding.promise;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const waiting = expect(database.rows(PID, [])).rejects.toMatchObject(unavailable);
    const refused = failureOf(database, pidOf);
    // Reads are sent at the end of the current iteration of the event loop.
    await setImmediate();
    vi.advanceTimersByTime(5_000);
    await waiting;
    expect(await refused).toMatchObject(unavailable);
    held.resolve();
    await holder;
    expect(await pidOf(database)).toBeTypeOf('number');
  });

  it('with U+0000 is an invalid request', async () => {
    const database = probe.database({ maxConnections: 1 });
    await expect(database.rows(TEXT, ['a\0b'])).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    const failure = await failureOf(database, async (tx) => tx.write(INSERT, [randomUUID(), randomUUID(), '\0']));
    expect(failure).toMatchObject({ code: 'REQUEST_INVALID' });
    expect(await database.rows(TEXT, ['ä€😀'])).toEqual([{ text: 'ä€😀' }]);
  });

  it('that violates a constraint becomes that constraint’s refusal, or INTERNAL if it has none', async () => {
    const database = probe.database();
    const [institution, id] = [randomUUID(), randomUUID()];
    const insert = (...values: string[]) =>
      failureOf(database, async (tx) => tx.write(INSERT, [institution, ...values]));
    await database.rows(INSERT, [institution, id, 'a']);
    expect(await insert(randomUUID(), 'a')).toMatchObject({ name: 'Refusal', code: 'NOTE_TITLE_TAKEN' });
    expect(await insert(id, 'b')).toMatchObject({ name: 'error', constraint: 'notes_pkey' });
  });
});

it('ping resolves when the server answers', async () => {
  await expect(probe.database().ping(5_000)).resolves.toBeUndefined();
});
