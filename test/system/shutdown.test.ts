import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openClient } from '../../platform/data/connections.ts';
import { CreateStorm } from '../support/create-storm.ts';
import { type DataDirectory, isProcess } from '../support/data-directory.ts';
import { expectOneUserEach } from '../support/expect-one-user-each.ts';
import { spawnLyceum } from '../support/lyceum-process.ts';
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

describe('during the first start', () => {
  it.each([
    ['while the cluster is made', () => readRecords().some((name) => name.startsWith('cluster.new-'))],
    ['while PostgreSQL starts', () => data.postmaster !== undefined],
  ])('%s: a signal is obeyed, and nothing is left running', async (_, moment) => {
    const program = scope.run(spawnLyceum(data));
    await until('the moment', moment);
    const postgres = await data.postgresProcesses();
    program.kill('SIGTERM');
    expect(await program.exited).toEqual(DONE);
    expect(program.stdout).not.toContain('Lyceum is ready');
    expect(program.stderr).toBe('');
    expect([data.postmaster, ...postgres].filter((pid) => pid !== undefined && isProcess(pid))).toEqual([]);
    expect(readRecords().filter((name) => name.startsWith('cluster.new-'))).toEqual([]);
  });

  it('what was broken off is completed by the next start', async () => {
    const { client } = await scope.startLyceum(data);
    expect((await client.get('/users')).body.data.length).toBeGreaterThan(0);
  });

  function readRecords(): string[] {
    return existsSync(data.dataPath) ? readdirSync(data.dataPath) : [];
  }
});

describe('under load', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s: every request that was taken is answered, PostgreSQL stops',
    async (signal) => {
      const { program, client } = await scope.startLyceum(data);
      const storm = new CreateStorm([client]).begin(24);
      await storm.seen(50, 201);
      const postgres = await data.postgresProcesses();
      program.kill(signal);
      // As npm does at Ctrl-C, after the terminal itself.
      program.kill(signal);
      expect(await program.exited).toEqual(DONE);
      await storm.end();
      expect(postgres.filter(isProcess)).toEqual([]);

      expect([...storm.statuses.keys()].filter((status) => status !== 201 && status !== 'lost')).toEqual([]);
      await scope.startLyceum(data);
      await expectOneUserEach(storm, await data.databaseUrl('lyceum_directory'));
    },
  );
});

describe('with a request that takes long', () => {
  it('waits for its answer, while nobody new gets in', async () => {
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

  it('a second signal ends the process at once, PostgreSQL after it', async () => {
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

  it('cuts off who never finishes a request, and who only holds a connection', async () => {
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

/** Whether in good order or by a reset. */
async function closed(socket: Socket): Promise<void> {
  if (!socket.closed) await new Promise<void>((resolve) => socket.once('close', () => resolve()));
}

/** Holds up every create of a user until it is released. */
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
