import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { SERVICES } from '../../../cli/service-names.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';
import { type DataDirectory, isProcess } from '../../../test/support/data-directory.ts';
import { welcomeOf } from '../../../test/support/process/lyceum-process.ts';
import { childrenOf, signalAll } from '../../../test/support/process/process-tree.ts';
import { Program } from '../../../test/support/process/program.ts';
import { WITHOUT_LIMITS } from '../../../test/support/process/service-process.ts';
import { STILL_LOOP } from '../../../test/support/process/still-loop.ts';
import { Scrape } from '../../../test/support/scrape.ts';
import { newUser } from '../../../test/support/test-directory.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';

const PARTS = [...SERVICES, 'gateway', 'console'].sort();
const fileScope = new TestScope();
const scope = new TestScope();
let data: DataDirectory;
beforeAll(async () => {
  data = await fileScope.dataDirectory();
});
afterEach(() => scope.clear());
afterAll(async () => {
  // A platform killed by a failed test leaves it running.
  const nats = await natsOf().catch(() => undefined);
  if (nats !== undefined) signalAll([nats], 'SIGKILL');
  await fileScope.clear();
});

/** `npm run start:services` without npm, in its own process group. */
function spawnPlatform(more: Readonly<Record<string, string>> = {}): Program {
  const ports = { PORT: '0', GRPC_PORT: '0', CONNECT_PORT: '0', METRICS_PORT: '0' };
  const env = { DATA_DIR: data.path, ...ports, ...WITHOUT_LIMITS, NO_COLOR: '1', ...more };
  return scope.run(Program.node('dev/start-services.ts', [], { env, detached: true }));
}

/** The processes it has started, without the databases' sessions. */
const processesOf = (program: Program) => childrenOf(program.child.pid ?? 0);

async function natsOf(): Promise<number> {
  return Number.parseInt(await readFile(join(data.path, 'nats', 'pid'), 'utf8'), 10);
}

/** Throws unless an address of the loopback accepts connections. */
async function expectListening(address: string): Promise<void> {
  const socket = connect(Number(/:(\d+)\D*$/.exec(address)?.[1]), '127.0.0.1');
  await once(socket, 'connect').finally(() => socket.destroy());
}

it('starts ten processes with NATS and PostgreSQL, restarts those that die or stand still, and leaves nothing behind', async () => {
  const program = spawnPlatform(STILL_LOOP);
  const { client, url } = await welcomeOf(program);
  const users = await client.walk('/users');
  expect(users.length).toBeGreaterThan(0);
  await newUser(client);
  const processes = await processesOf(program);
  // Eight services, the gateway, the console, NATS, PostgreSQL.
  expect(processes).toHaveLength(12);
  const ready = [...program.stdout.matchAll(/^(\w+) +│ .*"pid":(\d+).*"msg":"ready"/gm)];
  expect(ready.map(([, name]) => name).sort()).toEqual(PARTS);

  // The command line reads events with the settings the welcome prints; only their owner can read the passwords.
  const [, file = ''] = /NATS_URL_FILE=(\S+)/.exec(program.stdout) ?? [];
  const tail = await runCli(['events', 'tail', '--since', '1h', '--type', 'UserCreated', '--count', '1', '--json'], {
    environment: { NATS_URL_FILE: file },
  });
  expect([tail.code, tail.json]).toMatchObject([0, { type: 'lyceum.directory.v1.UserCreated' }]);
  const secret = join(data.path, 'nats', 'passwords.json');
  for (const path of [file, secret]) expect((await stat(path)).mode & 0o777).toBe(0o600);
  const written = ['conf', 'log'].map((end) => readFile(join(data.path, 'nats', `nats-server.${end}`), 'utf8'));
  const printed = [program.stdout, program.stderr, ...(await Promise.all(written))].join();
  for (const password of Object.values<string>(JSON.parse(await readFile(secret, 'utf8'))))
    expect(printed).not.toContain(password);

  process.kill(await natsOf(), 'SIGKILL');
  await program.waitForOutput(/NATS has ended unexpectedly; starting it again/);
  const pids = ready.map(([, , pid]) => Number(pid));
  signalAll(pids, 'SIGUSR2');
  for (const name of PARTS) {
    await program.waitForOutput(new RegExp(`^${name} +│ .*the event loop stood still for half a minute`, 'm'));
    await program.waitForOutput(new RegExp(`${name} is running again`));
  }
  await until('/readyz with 200', async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200);
  await until('an answer', async () => (await client.get('/users')).status === 200);
  expect((await client.walk('/users')).length).toBe(users.length + 1);

  const all = [...new Set([...processes, ...(await processesOf(program))])];
  program.killGroup('SIGINT');
  expect(await program.exited).toEqual({ code: 0, signal: null });
  expect(all.filter(isProcess)).toEqual([]);
}, 240_000);

it('without a NATS server prints one line on how to get one, and starts nothing', async () => {
  const env = { DATA_DIR: join(data.path, 'none'), PORT: '0', GRPC_PORT: '0', CONNECT_PORT: '0', NO_COLOR: '1' };
  const program = scope.run(
    Program.node('dev/start-services.ts', [], { env: { ...env, NATS_SERVER_BIN: '/nowhere' } }),
  );
  expect(await program.exited).toEqual({ code: 1, signal: null });
  expect(program.stderr).toMatch(/^NATS_SERVER_BIN: .*\n$/);
  expect([program.stdout, existsSync(env.DATA_DIR)]).toEqual(['', false]);
});

it('takes its processes along when killed, the next start ends what is left, and it prints how to reach, stop and start each process', async () => {
  const killed = spawnPlatform();
  await welcomeOf(killed);
  const processes = await processesOf(killed);
  const nats = await natsOf();
  killed.kill('SIGKILL');
  await killed.exited;
  const nodes = processes.filter((pid) => pid !== nats && pid !== data.postmaster);
  expect(nodes).toHaveLength(10);
  await until('the end of the processes', () => nodes.every((pid) => !isProcess(pid)), 60_000);

  const next = spawnPlatform();
  const { client, url } = await welcomeOf(next);
  expect((await client.get('/users')).status).toBe(200);
  expect(isProcess(nats)).toBe(false);
  const parts = [...next.stdout.matchAll(/^(\w+) +(\S+)(?: +(\S+:\d+))? +(http:\S+\/metrics) +kill (\d+)$/gm)];
  expect(parts.map(([, name]) => name).sort()).toEqual(PARTS);
  for (const [, name, address = '', connectAddress = address, metrics = '', pid] of parts) {
    expect((await Scrape.of(metrics)).families.size, name).toBeGreaterThan(0);
    expect(isProcess(Number(pid)), name).toBe(true);
    for (const each of [address, connectAddress]) await expectListening(each);
  }
  const servers = [...next.stdout.matchAll(/^(?:PostgreSQL|NATS) at (127\.0\.0\.1:\d+), /gm)];
  expect(servers).toHaveLength(2);
  for (const [, address = ''] of servers) await expectListening(address);

  // A process stopped with the printed command stays down until it is started with the printed command.
  process.kill(Number(/^curricula .* kill (\d+)$/m.exec(next.stdout)?.[1]), 'SIGTERM');
  const [, resume] = await next.waitForOutput(/curricula was stopped; to start it again: kill -USR2 (\d+)/);
  const problems = async () => {
    const answer = await fetch(`${url}/readyz`);
    return JSON.stringify(((await answer.json()) as { readonly problems?: object }).problems ?? {});
  };
  await until('a gateway that misses curricula', async () => (await problems()).includes('curricula'));
  process.kill(Number(resume), 'SIGUSR2');
  await next.waitForOutput(/curricula is running again; to stop it: kill \d+/);
  await until('a gateway that misses nothing', async () => (await problems()) === '{}');
  expect(next.stdout).not.toContain('curricula has ended unexpectedly');
  next.kill('SIGTERM');
  expect(await next.exited).toEqual({ code: 0, signal: null });
});
