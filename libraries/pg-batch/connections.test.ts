import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import type pg from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { DatabaseProxy } from '../../test/support/postgres/database-proxy.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import { openClient, openPool, withClient } from './connections.ts';

/** An `error` event without a listener fails the whole run, whichever test emits it. */
const probe = await startProbe();
afterAll(() => probe.stop());

const PID = 'SELECT pg_backend_pid() AS pid';
/** Adds no `error` listener of its own, unlike `once` of `node:events`. */
const endOf = (client: pg.ClientBase) => new Promise<void>((resolve) => client.once('end', resolve));
const terminate = (pid: number) => probe.sql('SELECT pg_terminate_backend($1, 5000)', [pid]);

it('a connection that the server ends while it is being closed is closed without an error', async () => {
  const client = await openClient({ connectionString: probe.databaseUrl });
  const closed = client.end();
  client.emit('error', new Error('terminating connection due to administrator command'));
  await closed;
});

it('a connection that is reset during work fails the work', async () => {
  const proxy = await DatabaseProxy.start(probe.databaseUrl);
  await expect(
    withClient({ connectionString: proxy.url }, async (client) => {
      proxy.cut();
      await client.query('SELECT pg_sleep(30)');
    }),
  ).rejects.toThrow();
  await proxy.stop();
});

it('idle connections send keep-alive probes within seconds', async () => {
  const client = await openClient({ connectionString: probe.databaseUrl });
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const portOf = (port = 0) => `:${port.toString(16).toUpperCase().padStart(4, '0')} `;
  // Both ports: another connection, closed a moment ago, may have had the local one.
  const line = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .find((each) => each.slice(0, 22).includes(portOf(stream.localPort)) && each.includes(portOf(stream.remotePort)));
  // The active timer (2 is keep-alive) and its expiry in hundredths of a second.
  const [, timer, left = ''] = / (\d\d):([0-9A-F]{8}) /.exec(line ?? '') ?? [];
  expect([timer, Number.parseInt(left, 16) <= 1_000]).toEqual(['02', true]);
  await client.end();
});

it('a pool that is ending does not report a connection that the server ends meanwhile', async () => {
  const onIdleLost = vi.fn();
  const pool = openPool({ connectionString: probe.databaseUrl, max: 1 }, onIdleLost);
  const client = await pool.connect();
  client.release();
  const ended = pool.end();
  client.emit('error', new Error('terminating connection due to administrator command'));
  await ended;
  expect(onIdleLost).not.toHaveBeenCalled();
});

it('a pool reports an idle connection that breaks, and survives one that breaks while it is checked out', async () => {
  const onIdleLost = vi.fn();
  const pool = openPool({ connectionString: probe.databaseUrl, max: 1 }, onIdleLost);
  const pid = async () => (await pool.query(PID)).rows[0].pid as number;
  await terminate(await pid());
  await vi.waitFor(() => expect(onIdleLost).toHaveBeenCalledOnce());

  const client = await pool.connect();
  const ended = endOf(client);
  await terminate((await client.query(PID)).rows[0].pid);
  await ended;
  client.release(true);
  expect(await pid()).toBeGreaterThan(0);
  await pool.end();
  expect(onIdleLost).toHaveBeenCalledOnce();
});
