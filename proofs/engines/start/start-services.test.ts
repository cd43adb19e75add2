import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { SERVICES } from '../../../cli/service-names.ts';
import { findNatsServer } from '../../../dev/nats-server/find-nats-server.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';
import { type DataDirectory, isProcess } from '../../../test/support/data-directory.ts';
import { welcomeOf } from '../../../test/support/process/lyceum-process.ts';
import { childrenOf, signalAll } from '../../../test/support/process/process-tree.ts';
import { Program, projectRoot } from '../../../test/support/process/program.ts';
import { WITHOUT_LIMITS } from '../../../test/support/process/service-process.ts';
import { STILL_LOOP } from '../../../test/support/process/still-loop.ts';
import { Scrape } from '../../../test/support/scrape.ts';
import { newUser } from '../../../test/support/test-directory.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';

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
async function processesOf(program: Program): Promise<number[]> {
  return childrenOf(program.child.pid ?? 0);
}

async function natsOf(): Promise<number> {
  return Number.parseInt(await readFile(join(data.path, 'nats', 'pid'), 'utf8'), 10);
}

/** Whether a loopback port accepts connections. */
async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Checks what `start:services` prints about its processes. */
async function expectParts(program: Program): Promise<void> {
  const parts = [...program.stdout.matchAll(/^(\w+) +(\S+)(?: +(\S+:\d+))? +(http:\S+\/metrics) +kill (\d+)$/gm)];
  expect(parts.map(([, name]) => name).sort()).toEqual([...SERVICES, 'gateway', 'console'].sort());
  for (const [, name, address = '', connectAddress, metrics = '', pid] of parts) {
    expect((await Scrape.of(metrics)).families.size, name).toBeGreaterThan(0);
    expect(isProcess(Number(pid)), name).toBe(true);
    const port = Number(new URL(address.startsWith('http') ? address : `grpc://${address}`).port);
    expect(await isListening(port), name).toBe(true);
    const atEdge = name === 'gateway' || name === 'console';
    expect(connectAddress === undefined || (await isListening(Number(connectAddress.split(':')[1]))), name).toBe(true);
    expect(connectAddress === undefined, name).toBe(atEdge);
  }
  const [, postgres = '', nats = ''] =
    /^PostgreSQL at 127\.0\.0\.1:(\d+), .*\n.* db shell directory\nNATS at 127\.0\.0\.1:(\d+), /m.exec(
      program.stdout,
    ) ?? [];
  expect([await isListening(Number(postgres)), await isListening(Number(nats))]).toEqual([true, true]);
}

/** A process stopped with the printed command stays down until it is started with the printed command. */
async function expectStopAndResume(program: Program, url: string): Promise<void> {
  const [, curricula] = /^curricula .* kill (\d+)$/m.exec(program.stdout) ?? [];
  process.kill(Number(curricula), 'SIGTERM');
  const [, resume] = await program.waitForOutput(/curricula was stopped; to start it again: kill -USR2 (\d+)/);
  const problems = async () => {
    const answer = await fetch(`${url}/readyz`);
    return JSON.stringify(((await answer.json()) as { readonly problems?: object }).problems ?? {});
  };
  await until('a gateway that misses curricula', async () => (await problems()).includes('curricula'));
  process.kill(Number(resume), 'SIGUSR2');
  await program.waitForOutput(/curricula is running again; to stop it: kill \d+/);
  await until('a gateway that misses nothing', async () => (await problems()) === '{}');
  expect(program.stdout).not.toContain('curricula has ended unexpectedly');
}

it('starts ten processes with NATS and PostgreSQL, restarts those that die, and leaves nothing behind', async () => {
  const program = spawnPlatform();
  const { client, url } = await welcomeOf(program);
  const users = await client.walk('/users');
  expect(users.length).toBeGreaterThan(0);
  await newUser(client);
  const processes = await processesOf(program);
  // Eight services, the gateway, the console, NATS, PostgreSQL.
  expect(processes).toHaveLength(12);
  const ready = [...program.stdout.matchAll(/^(\w+) +│ .*"pid":(\d+).*"msg":"ready"/gm)];
  expect(ready.map(([, name]) => name).sort()).toEqual([...SERVICES, 'gateway', 'console'].sort());

  // The command line reads events with the settings the welcome prints; passwords are in files only their owner can
  // read.
  const [, file = ''] = /NATS_URL_FILE=(\S+)/.exec(program.stdout) ?? [];
  const tail = await runCli(['events', 'tail', '--since', '1h', '--type', 'UserCreated', '--count', '1', '--json'], {
    environment: { NATS_URL_FILE: file },
  });
  expect([tail.code, tail.json]).toMatchObject([0, { type: 'lyceum.directory.v1.UserCreated' }]);
  const passwords: object = JSON.parse(await readFile(join(data.path, 'nats', 'passwords.json'), 'utf8'));
  for (const secret of [file, join(data.path, 'nats', 'passwords.json')])
    expect((await stat(secret)).mode & 0o777).toBe(0o600);
  const written = await Promise.all(
    ['conf', 'log'].map((end) => readFile(join(data.path, 'nats', `nats-server.${end}`), 'utf8')),
  );
  for (const password of Object.values(passwords))
    expect([program.stdout, program.stderr, ...written].filter((text) => text.includes(password))).toEqual([]);

  const directory = Number(ready.find(([, name]) => name === 'directory')?.[2]);
  process.kill(directory, 'SIGKILL');
  await program.waitForOutput(/directory has ended unexpectedly; starting it again/);
  process.kill(await natsOf(), 'SIGKILL');
  await program.waitForOutput(/NATS has ended unexpectedly; starting it again/);
  await until('/readyz with 200', async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200);
  await until('an answer', async () => (await client.get('/users')).status === 200);
  expect((await client.walk('/users')).length).toBe(users.length + 1);

  const all = [...new Set([...processes, ...(await processesOf(program))])];
  program.killGroup('SIGINT');
  expect(await program.exited).toEqual({ code: 0, signal: null });
  expect(all.filter(isProcess)).toEqual([]);
}, 240_000);

it('starts again each process whose event loop stands still', async () => {
  const program = spawnPlatform(STILL_LOOP);
  const { client, url } = await welcomeOf(program);
  const ready = [...program.stdout.matchAll(/^(\w+) +│ .*"pid":(\d+).*"msg":"ready"/gm)];
  expect(ready).toHaveLength(10);
  signalAll(
    ready.map(([, , pid]) => Number(pid)),
    'SIGUSR2',
  );
  for (const [, name] of ready) {
    await program.waitForOutput(new RegExp(`^${name} +│ .*the event loop stood still for half a minute`, 'm'));
    await program.waitForOutput(new RegExp(`${name} is running again`));
  }
  await until('/readyz with 200', async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200);
  await until('an answer', async () => (await client.get('/users')).status === 200);
  program.killGroup('SIGINT');
  expect(await program.exited).toEqual({ code: 0, signal: null });
}, 240_000);

it('without a NATS server prints one line on how to get one, and starts nothing', async () => {
  const nats = await findNatsServer(process.env);
  // If the machine permits, the server is hidden from the program, and calls of the installer are only recorded.
  await mkdir(data.path, { recursive: true });
  const installer = join(data.path, 'installer');
  const hidden = `mount --bind /dev/null ${nats} && printf '#!/bin/sh\\ntouch ${installer}.ran' > ${installer} && chmod 755 ${installer} && mount --bind ${installer} /usr/bin/apt-get`;
  const sandbox = ['--mount', '--propagation', 'private', 'sh', '-c'];
  const isPossible = spawnSync('unshare', [...sandbox, hidden]).status === 0;
  const env = { DATA_DIR: join(data.path, 'none'), PORT: '0', GRPC_PORT: '0', CONNECT_PORT: '0', NO_COLOR: '1' };
  const start = `${projectRoot}node_modules/.bin/node ${projectRoot}dev/start-services.ts`;
  const program = isPossible
    ? scope.run(Program.spawn('unshare', [...sandbox, `${hidden} && exec ${start}`], { env }))
    : scope.run(Program.node('dev/start-services.ts', [], { env: { ...env, NATS_SERVER_BIN: '/nowhere' } }));
  expect(await program.exited).toEqual({ code: 1, signal: null });
  expect(program.stderr).toMatch(
    isPossible
      ? /^There is no NATS server on this machine\. Install it \(as root: apt-get install nats-server\), or set .*\.\n$/
      : /^NATS_SERVER_BIN: .*\n$/,
  );
  expect(program.stdout).toBe('');
  expect([existsSync(`${installer}.ran`), existsSync(env.DATA_DIR)]).toEqual([false, false]);
});

it('takes its processes along when killed, the next start ends what is left, and it prints how to reach, stop and start each process', async () => {
  const killed = spawnPlatform();
  await welcomeOf(killed);
  const processes = await processesOf(killed);
  const nats = await natsOf();
  killed.kill('SIGKILL');
  await killed.exited;
  const { postmaster } = data;
  const nodes = processes.filter((pid) => pid !== nats && pid !== postmaster);
  expect(nodes).toHaveLength(10);
  await until('the end of the processes', () => nodes.every((pid) => !isProcess(pid)), 60_000);

  const next = spawnPlatform();
  const { client, url } = await welcomeOf(next);
  expect((await client.get('/users')).status).toBe(200);
  expect(isProcess(nats)).toBe(false);
  await expectParts(next);
  await expectStopAndResume(next, url);
  next.kill('SIGTERM');
  expect(await next.exited).toEqual({ code: 0, signal: null });
});
