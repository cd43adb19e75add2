import { afterAll, expect, it, onTestFinished } from 'vitest';
import { DatabaseProxy } from '../../test/support/postgres/database-proxy.ts';
import { positional } from '../../test/support/probe/positional.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';

const PID = positional<{ pid: number }>('silent_pid', 'SELECT pg_backend_pid() AS pid');
const READ_ONLY = positional('silent_read_only', "SELECT set_config('default_transaction_read_only', 'on', false)");
const WRITE = positional('silent_write', 'DELETE FROM notes WHERE false');
const unavailable = { code: 'DEPENDENCY_UNAVAILABLE' };
const SESSIONS = 4;

const probe = await startProbe();
afterAll(() => probe.stop());

it('after a server stops responding, one request times out on an idle connection, and no other idle connection is used again', async () => {
  const proxy = await DatabaseProxy.start(probe.databaseUrl);
  onTestFinished(() => proxy.stop());
  const database = probe.database({ url: proxy.url, maxConnections: SESSIONS, statementTimeoutMs: 100 });
  const opened = Array.from({ length: SESSIONS }, () => Promise.withResolvers<void>());
  const all = Promise.all(opened.map(({ promise }) => promise));
  await Promise.all(
    opened.map(({ resolve }) =>
      database.transaction(
        async (tx) => {
          await tx.rows(PID, []);
          resolve();
          await all;
        },
        { of: 'nobody' },
      ),
    ),
  );
  expect(database.counts).toMatchObject({ sessions: SESSIONS, idle: SESSIONS });
  proxy.strand();
  await expect(database.rows(PID, [])).rejects.toMatchObject(unavailable);
  expect(await database.rows(PID, [])).toHaveLength(1);
  expect(database.counts.sessions).toBe(1);
});

it('a session that hangs fails one check of the database, not those that follow', async () => {
  const proxy = await DatabaseProxy.start(probe.databaseUrl);
  onTestFinished(() => proxy.stop());
  const database = probe.database({ url: proxy.url, maxConnections: SESSIONS, statementTimeoutMs: 60_000 });
  await database.ping(5_000);
  proxy.strand();
  await expect(database.ping(200)).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  await database.ping(5_000);
  expect(database.counts.sessions).toBe(2);
});

it('a connection to a server that no longer accepts writes is not used again', async () => {
  const database = probe.database({ maxConnections: 1 });
  await database.rows(READ_ONLY, []);
  const write = () => database.transaction((tx) => tx.rows(WRITE, []), { of: 'nobody' });
  await expect(write().catch((error: unknown) => Promise.reject(database.translate(error)))).rejects.toMatchObject(
    unavailable,
  );
  expect(await write()).toEqual([]);
});
