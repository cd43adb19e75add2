import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openClient } from '../../libraries/pg-batch/index.ts';
import { type DataDirectory, isProcess } from '../support/data-directory.ts';
import { TestScope } from '../support/test-scope.ts';
import { until } from '../support/until.ts';

const fileScope = new TestScope();
const scope = new TestScope();
let data: DataDirectory;
beforeAll(async () => {
  data = await fileScope.dataDirectory();
});
afterEach(() => scope.clear());
afterAll(() => fileScope.clear());

const DONE = { code: 0, signal: null };

describe('with a long request', () => {
  it('waits for its response, and accepts no new connections', async () => {
    const { program, client, url } = await scope.startLyceum(data);
    const blocker = await lockUsers();
    const created = client.post('/users', { email: 'last@demo.example', name: 'Last' });
    await blocker.awaited();
    program.kill('SIGTERM');
    await until('a closed door', () =>
      fetch(`${url}/healthz`).then(
        () => false,
        () => true,
      ),
    );
    expect(program.isRunning).toBe(true);
    await blocker.release();
    const answer = await created;
    expect(answer.status).toBe(201);
    expect(await program.exited).toEqual(DONE);
  });

  it('a second signal ends the process at once, then PostgreSQL', async () => {
    const { program, client } = await scope.startLyceum(data);
    const blocker = await lockUsers();
    const lost = client.post('/users', { email: 'lost@demo.example', name: 'Lost' }).catch(() => 'lost');
    await blocker.awaited();
    const postgres = await data.postgresProcesses();
    program.kill('SIGTERM');
    await until('the end', () => {
      program.kill('SIGTERM');
      return !program.isRunning;
    });
    expect(await program.exited).toEqual({ code: 1, signal: null });
    expect(await lost).toBe('lost');
    await until('the end of PostgreSQL', () => !postgres.some(isProcess));
  });

  it('closes connections with unfinished requests, and idle connections', async () => {
    const { program, url, grpcPort } = await scope.startLyceum(data, { env: { REQUEST_TIMEOUT_MS: '500' } });
    const { port } = new URL(url);
    const half = await open(Number(port));
    half.write('POST /api/v4/users HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n');
    const idle = await open(Number(port));
    const grpc = await open(grpcPort);
    program.kill('SIGTERM');
    await Promise.all([half, idle, grpc].map(closed));
    expect(await program.exited).toEqual(DONE);
  });
});

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.resume();
  return socket;
}

/** Whether closed cleanly or by a reset. */
async function closed(socket: Socket): Promise<void> {
  if (!socket.closed) await new Promise<void>((resolve) => socket.once('close', () => resolve()));
}

/** Blocks every create of a user until released. */
async function lockUsers() {
  const client = await openClient({ connectionString: await data.databaseUrl('lyceum_directory') });
  scope.onClear(() => client.end().catch(() => undefined));
  await client.query('BEGIN');
  await client.query('LOCK TABLE users IN SHARE MODE');
  const waiting = "SELECT FROM pg_locks WHERE relation = 'users'::regclass AND NOT granted";
  return {
    awaited: () => until('a create that waits', async () => (await client.query(waiting)).rows.length > 0),
    release: () => client.query('COMMIT'),
  };
}
