import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { SERVICES } from '../../cli/service-names.ts';
import { runCli } from '../support/cli/run-cli.ts';
import { Draws } from '../support/draws.ts';
import { query } from '../support/postgres/query.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';
import { portsOf, productionEnvironment, spawnOneProcess } from '../support/process/one-process.ts';
import type { Program } from '../support/process/program.ts';
import { TestClient } from '../support/test-client.ts';
import { newUser } from '../support/test-directory.ts';
import { TestScope } from '../support/test-scope.ts';
import { until } from '../support/until.ts';
import { tablesWith } from './needles.ts';

const NEEDLE = 'Quetzalcoatl';
const scope = new TestScope();
let databases: TestDatabases;
let server: Record<string, string>;
let environment: Record<string, string>;
let program: Program;
let url: string;
let client: TestClient;
let institution: string;
/** Copies of all databases, by the names of the services. */
const backup = (name: string) => `backup_${new URL(databases.url(name)).pathname.slice(1)}`;

beforeAll(async () => {
  databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), SERVICES);
  scope.onClear(() => databases.drop());
  server = productionEnvironment((name) => databases.url(name));
  scope.onClear(() => rm(server.ERASURE_JOURNAL ?? '', { force: true }));
  await start();
  await waitUntilReady();
  const cli = (...args: string[]) => runCli(args, { environment });
  const { json } = await cli('import', 'dev/demo/demo-institution.json', '--json');
  institution = json.institutionId;
  const made = (await cli('integrations', 'create', '--institution', institution, '--name', 'test', '--json')).json;
  client = new TestClient(url, made.clientId, made.clientSecret);
});
afterAll(() => scope.clear());

async function start(): Promise<void> {
  program = scope.run(spawnOneProcess(server));
  const { port, grpcPort } = await portsOf(program);
  url = `http://127.0.0.1:${port}`;
  environment = {
    GRPC_PORT: String(grpcPort),
    ...Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, databases.url(name)])),
    ERASURE_JOURNAL: server.ERASURE_JOURNAL ?? '',
  };
}

const readiness = async () => (await fetch(`${url}/readyz`)).status;
const waitUntilReady = () => until('readiness', async () => (await readiness()) === 200);

async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  program.kill(signal);
  await program.exited;
  // No log names anybody.
  expect(`${program.stdout}${program.stderr}`.toLowerCase()).not.toContain(NEEDLE.toLowerCase());
}

async function copyAll(from: (name: string) => string, to: (name: string) => string): Promise<void> {
  const administer = databases.url('directory').replace(/[^/]*$/, 'postgres');
  for (const name of SERVICES) {
    await query(administer, `DROP DATABASE IF EXISTS ${to(name)} WITH (FORCE)`);
    await query(administer, `CREATE DATABASE ${to(name)} TEMPLATE ${from(name)} STRATEGY file_copy`);
  }
}
const live = (name: string) => new URL(databases.url(name)).pathname.slice(1);

async function foundIn(needle: string): Promise<string[]> {
  const found = await Promise.all(
    SERVICES.map(async (name) => (await tablesWith(databases.url(name), needle)).map((each) => `${name}.${each}`)),
  );
  return found.flat();
}

const erase = (id: string) =>
  runCli(['people', 'erase', id, '--institution', institution, '--yes', id, '--now', '--json'], { environment });

it('goes on after a kill, and restored databases forget the person again before anything is ready', async () => {
  scope.onClear(async () => {
    const administer = databases.url('directory').replace(/[^/]*$/, 'postgres');
    for (const name of SERVICES) await query(administer, `DROP DATABASE IF EXISTS ${backup(name)} WITH (FORCE)`);
  });
  const { id, path, etag } = await newUser(client, { name: `${NEEDLE} A`, email: `${NEEDLE}@school.example` });
  await client.get('/users', { query: { email: `${NEEDLE}@school.example` } });
  expect(await client.patch(path, { isArchived: true }, { headers: { 'if-match': etag } })).toMatchObject({
    status: 200,
  });
  await until('the records of the requests', async () => (await foundIn(NEEDLE)).includes('activity.request_chunks'));
  await stop();
  await copyAll(live, backup);

  await start();
  client = client.at(url);
  await waitUntilReady();
  // Killed as soon as it is in the journal: nothing has gone yet.
  const command = erase(id);
  await until('the journal', async () => (await readFile(server.ERASURE_JOURNAL ?? '', 'utf8')).includes(id));
  await stop('SIGKILL');
  expect((await command).code).not.toBe(0);
  expect(await foundIn(NEEDLE)).toContain('directory.users');
  await start();
  client = client.at(url);
  await waitUntilReady();
  expect(await foundIn(NEEDLE)).toEqual([]);
  expect((await client.get(path)).body.data).toMatchObject({ id, name: 'Erased person' });
  expect(await erase(id)).toMatchObject({ code: 0 });
  const lines = (await readFile(server.ERASURE_JOURNAL ?? '', 'utf8')).trimEnd().split('\n');
  expect(lines).toHaveLength(1);
  expect(lines.join().toLowerCase()).not.toContain(NEEDLE.toLowerCase());
  await stop();

  await copyAll(backup, live);
  expect(await foundIn(NEEDLE)).toContain('directory.users');
  await start();
  client = client.at(url);
  await waitUntilReady();
  expect(await foundIn(NEEDLE)).toEqual([]);
  await stop();

  await copyAll(backup, live);
  expect(await runCli(['erasures', 'apply', '--json'], { environment })).toMatchObject({
    code: 0,
    json: Object.fromEntries(SERVICES.map((name) => [name, 1])),
  });
  expect(await foundIn(NEEDLE)).toEqual([]);
});

it('is not ready while the journal is shorter than what is applied', async () => {
  const journal = server.ERASURE_JOURNAL ?? '';
  const text = await readFile(journal, 'utf8');
  await writeFile(journal, '');
  await start();
  await program.waitForOutput(/has 0 entries, and the database has applied 1/);
  expect(await readiness()).toBe(503);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await client.at(url).get('/users')).status).toBe(503);
  await writeFile(journal, text);
  await waitUntilReady();
  await stop();
});

it('does not start where the journal cannot be written', async () => {
  const failing = scope.run(spawnOneProcess({ ...server, ERASURE_JOURNAL: '/no/such/folder/erasures.jsonl' }));
  expect((await failing.exited).code).toBe(2);
  expect(failing.stderr).toContain('ERASURE_JOURNAL');
});

it('removes again from a restored database what went by its age, and what a killed run had not removed', async () => {
  await start();
  client = client.at(url);
  await waitUntilReady();
  const cli = (...args: string[]) => runCli(args, { environment });
  const { id: userId } = await newUser(client, { name: 'Worker', email: 'worker@school.example' });
  const note = `${NEEDLE} B`;
  for (const year of [2019, 2024])
    await client.post('/time-tracking/logs', {
      ...{ userId, startTime: `${year}-05-05T04:00:00Z`, endTime: `${year}-05-05T05:00:00Z`, note },
    });
  const stored = () =>
    query<{ note: string | null }>(databases.url('timetracking'), 'SELECT note FROM time_records WHERE user_id = $1', [
      userId,
    ]);
  const settings = ['retention.hours_years=5', 'retention.notes_months=1'];
  expect(await cli('institutions', 'set', institution, ...settings)).toMatchObject({ code: 0 });
  await stop();
  await copyAll(live, backup);

  await start();
  await waitUntilReady();
  const command = cli('retention', 'run', '--institution', institution, '--json');
  const journal = () => readFile(server.ERASURE_JOURNAL ?? '', 'utf8');
  await until('the journal', async () => (await journal()).includes('"kind":"hours"'));
  await stop('SIGKILL');
  expect((await command).code).not.toBe(0);
  await start();
  await waitUntilReady();
  const [again, twin] = await Promise.all(
    [1, 2].map(() => cli('retention', 'run', '--institution', institution, '--json')),
  );
  expect([again?.code, twin?.code]).toEqual([0, 0]);
  expect(await stored()).toEqual([{ note: null }]);
  const lines = (await journal()).trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).kind).toSorted()).toEqual(['hours', 'notes', 'person']);
  expect(Object.keys(JSON.parse(lines.at(-1) ?? ''))).toEqual(['sequence', 'at', 'institutionId', 'userId', 'kind']);
  await stop();

  await copyAll(backup, live);
  expect(await stored()).toEqual([{ note }, { note }]);
  await start();
  await waitUntilReady();
  expect(await stored()).toEqual([{ note: null }]);
  await stop();

  await copyAll(backup, live);
  expect(await cli('erasures', 'apply', '--json')).toMatchObject({ code: 0, json: { timetracking: 2 } });
  expect(await stored()).toEqual([{ note: null }]);
});

it('goes on after a kill at any moment', async () => {
  const draws = Draws.of('killed erasures');
  await start();
  for (let kills = 0; kills < 4; kills++) {
    client = client.at(url);
    await waitUntilReady();
    const name = `Phoenix${kills}`;
    const { id, path, etag } = await newUser(client, { name, email: `${name}@school.example` });
    const log = { userId: id, startTime: '2024-05-05T04:00:00Z', endTime: '2024-05-05T05:00:00Z', note: name };
    expect((await client.post('/time-tracking/logs', log)).status).toBe(201);
    const archived = await client.patch(path, { isArchived: true }, { headers: { 'if-match': etag } });
    expect(archived.status).toBe(200);
    const command = erase(id);
    await until('the journal', async () => (await readFile(server.ERASURE_JOURNAL ?? '', 'utf8')).includes(id));
    // Services begin two to five seconds later, each in steps of its own.
    await delay(draws.between(1_500, 6_500));
    await stop('SIGKILL');
    await start();
    await waitUntilReady();
    await command;
    expect([kills, await foundIn(name)]).toEqual([kills, []]);
  }
  await stop();
});
