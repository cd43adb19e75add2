import { existsSync, readdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SERVICES } from '../../../cli/service-names.ts';
import demo from '../../../dev/demo/demo-institution.json' with { type: 'json' };
import { findFreePort } from '../../../libraries/embedded-postgres/free-port.ts';
import { DAY_MS } from '../../../platform/core/instant.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';
import { type DataDirectory, isProcess } from '../../../test/support/data-directory.ts';
import { occupyPort } from '../../../test/support/occupy-port.ts';
import { query } from '../../../test/support/postgres/query.ts';
import { lyceumEnvironment, spawnLyceum, welcomeOf } from '../../../test/support/process/lyceum-process.ts';
import { portsOf, productionEnvironment, spawnOneProcess } from '../../../test/support/process/one-process.ts';
import { Program } from '../../../test/support/process/program.ts';
import type { TestClient } from '../../../test/support/test-client.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';
import { UserServer } from '../../../test/support/user-server.ts';

const FIRST_START_MS = 120_000;
const ENDED = { code: 0, signal: null };
const scope = new TestScope();
afterEach(() => scope.clear());

it('runs when the default ports are taken', async () => {
  for (const port of [8080, 9090, 9190, 5432, 4222]) scope.onClear(await occupyPort(port));
  const data = await scope.dataDirectory();
  const env = { ...lyceumEnvironment(data), PORT: '', GRPC_PORT: '', CONNECT_PORT: '' };
  const { client, url, grpcPort } = await scope.startLyceum(data, { env });
  expect(url).not.toMatch(/:8080$/);
  expect(grpcPort).not.toBe(9090);
  expect((await client.get('/users')).status).toBe(200);
});

it('prints progress and addresses within 80 columns, and ends when npm is killed', async () => {
  const data = await scope.dataDirectory();
  const { LOG_LEVEL, ...env } = lyceumEnvironment(data);
  const npm = scope.run(Program.spawn('npm', ['start'], { env }));
  const { url } = await welcomeOf(npm);
  npm.kill('SIGTERM');
  await npm.exited;
  const forPeople = npm.stdout.split('\n').filter((line) => !line.startsWith('{'));
  expect(forPeople.filter((line) => line.length > 80)).toEqual([]);
  const migrated = [...npm.stdout.matchAll(/"service":"(\w+)".*"msg":"\d+ migrations applied"/g)];
  expect(migrated.map(([, service]) => service).sort()).toEqual(SERVICES.toSorted());
  await until('the end of what npm ran', async () => !(await fetch(`${url}/readyz`).catch(() => undefined)));
  await until('the end of its PostgreSQL', () => data.postmaster === undefined);
  expect(npm.stdout).not.toMatch(/"level":[456]0/);
});

it('says that it already runs, also with a port of the one that runs in the environment', async () => {
  const data = await scope.dataDirectory();
  const env: Record<string, string> = {};
  for (const name of ['PORT', 'GRPC_PORT', 'CONNECT_PORT', 'METRICS_PORT'])
    env[name] = String(await findFreePort(null));
  await scope.startLyceum(data, { env });
  for (const [name, port] of Object.entries(env)) {
    const second = scope.run(spawnLyceum(data, { env: { [name]: port } }));
    expect(await second.exited).toEqual({ code: 1, signal: null });
    expect(second.stderr).toMatch(/^Lyceum already runs on the data directory .*\n$/);
    const { json } = await runCli(['doctor', '--json'], { environment: { DATA_DIR: data.path, [name]: port } });
    const detail = expect.stringMatching(new RegExp(`^${port} .* by Lyceum, which is running`));
    expect(json.findings).toContainEqual({ thing: `port ${name}`, state: 'none', detail });
  }
});

describe('the first start, interrupted', () => {
  const hasRows = async (data: DataDirectory, service: string, table: string) =>
    (await query(await data.databaseUrl(`lyceum_${service}`), `SELECT FROM ${table}`).catch(() => [])).length > 0;
  const madeIn = (data: DataDirectory) =>
    (existsSync(data.dataPath) ? readdirSync(data.dataPath) : []).filter((name) => name.startsWith('cluster.new-'));

  it.each<[NodeJS.Signals, string, (data: DataDirectory) => Promise<boolean> | boolean]>([
    ['SIGTERM', 'while the cluster is made', (data) => madeIn(data).length > 0],
    ['SIGTERM', 'while PostgreSQL starts', (data) => data.postmaster !== undefined],
    ['SIGKILL', 'at an institution', (data) => hasRows(data, 'directory', 'institutions')],
    ['SIGKILL', 'at a lesson', (data) => hasRows(data, 'scheduling', 'appointments')],
  ])('by %s %s, leaves nothing running, and is completed by the next one', async (signal, _, moment) => {
    const data = await scope.dataDirectory();
    const program = scope.run(spawnLyceum(data));
    await until('the moment', () => moment(data), FIRST_START_MS);
    const postgres = await data.postgresProcesses();
    program.kill(signal);
    const exit = await program.exited;
    expect(program.stdout).not.toContain('Lyceum is ready');
    if (signal === 'SIGTERM') {
      expect([exit, program.stderr]).toEqual([ENDED, '']);
      expect([data.postmaster, ...postgres].filter((pid) => pid !== undefined && isProcess(pid))).toEqual([]);
      expect(madeIn(data)).toEqual([]);
    }
    const { client } = await scope.startLyceum(data);
    const before = await client.get('/requests');
    expect([before.body.data, before.headers.get('ratelimit-remaining')]).toEqual([[], '999']);
    await expectDemo(client);
  });
});

/** Fields of lessons and logs. */
interface Shown {
  readonly dateTime: string;
  readonly appointmentRooms: readonly unknown[];
  readonly autoClosed: boolean;
  readonly source: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The demo institution with two weeks of lessons and a month of time records. */
async function expectDemo(client: TestClient): Promise<void> {
  const { users, courses, locations } = demo;
  const rooms = locations.flatMap(({ rooms }) => rooms ?? []);
  for (const [path, records] of Object.entries({ users, courses, locations, rooms }))
    expect([path, (await client.walk(`/${path}`)).length]).toEqual([path, records.length]);
  const lessons = (await client.walk('/appointments')) as unknown as Shown[];
  expect(lessons.filter(({ appointmentRooms }) => appointmentRooms.length === 1)).toHaveLength(28);
  const [monday = 0, friday = 0] = [lessons[0], lessons.at(-1)].map((each) => Date.parse(each?.dateTime ?? ''));
  expect(Math.ceil((friday - monday) / DAY_MS)).toBe(12);
  const codes = ['NH-0006', 'NH-0007', 'NH-0008', 'NH-0009'];
  const logs = await Promise.all(codes.map((code) => client.walk('/time-tracking/logs', { code })));
  expect(new Set(logs.map(({ length }) => length)).size).toBe(1);
  expect(logs[0]?.length).toBeGreaterThanOrEqual(20);
  const all = logs.flat() as unknown as Shown[];
  expect(all.filter(({ autoClosed }) => autoClosed)).toHaveLength(1);
  const corrected = all.filter(({ createdAt, updatedAt, source }) => source === 'bulk' && updatedAt > createdAt);
  expect(corrected).toMatchObject([{ note: 'Left early' }]);
  const corrections = () => client.walk('/events', { types: 'log.updated' });
  await until('the correction in the feed', async () => (await corrections()).length > 0);
  expect(await corrections()).toHaveLength(1);
}

describe('with a server of the user', () => {
  let server: UserServer;
  beforeAll(async () => {
    server = await UserServer.start();
  });
  afterEach(() => server.run(...SERVICES.map((service) => `DROP DATABASE IF EXISTS lyceum_${service} WITH (FORCE)`)));
  afterAll(() => server.stop());

  it('makes the missing databases and the demo in them, which a further start does not change', async () => {
    const data = await scope.dataDirectory();
    const env = { DATABASE_URL: await server.newRole('CREATEDB') };
    const { client, program } = await scope.startLyceum(data, { env });
    await expectDemo(client);
    const users = await client.walk('/users');
    expect(data.postmaster).toBeUndefined();
    program.kill('SIGTERM');
    expect(await program.exited).toEqual(ENDED);
    const again = await scope.startLyceum(data, { env });
    expect(await again.client.walk('/users')).toEqual(users);
    await expectDemo(again.client);
    again.program.kill('SIGKILL');
    await again.program.exited;
  });

  it('in production makes the missing databases, and no institution', async () => {
    const env = { ...productionEnvironment(() => ''), DATABASE_URL: await server.newRole('CREATEDB') };
    const program = scope.run(spawnOneProcess(env));
    const { port } = await portsOf(program);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    expect(await server.rows('lyceum_directory', 'SELECT id FROM institutions')).toEqual([]);
    program.kill('SIGTERM');
    expect(await program.exited).toEqual(ENDED);
  });

  const wrongPassword = (url: string) => Object.assign(new URL(url), { password: 'mistyped' }).href;
  const taken = (name: string): [string, () => Promise<Record<string, string>>, RegExp] => [
    `the port of ${name} is taken`,
    async () => {
      const port = 40_000 + Math.floor(Math.random() * 20_000);
      scope.onClear(await occupyPort(port));
      return { [name]: String(port) };
    },
    new RegExp(
      `^${name}: port \\d+ is taken by another program\\. Set ${name} to another port, or to 0 for any free one`,
    ),
  ];

  it.each([
    taken('PORT'),
    taken('GRPC_PORT'),
    taken('CONNECT_PORT'),
    [
      'its user may not create the databases',
      async () => ({ DATABASE_URL: await server.newRole() }),
      /^DATABASE_URL: the database lyceum_directory does not exist and could not be created: permission denied .* CREATEDB\)\.$/,
    ],
    [
      'the password is wrong',
      async () => ({ DATABASE_URL: wrongPassword(await server.newRole()) }),
      /^DATABASE_URL: the database lyceum_directory cannot be used: password authentication failed for user "role_\w+"\.$/,
    ],
    [
      'nothing listens there',
      async () => ({ DIRECTORY_DATABASE_URL: 'postgresql://u:p@127.0.0.1:1/x' }),
      /^DIRECTORY_DATABASE_URL: the database x cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1\.$/,
    ],
    [
      'it is for production',
      async () => ({ NODE_ENV: 'production' }),
      /^The configuration is incomplete or wrong:\n {2}- NODE_ENV must not be production: `node one-process\/main\.ts` is for that$/,
    ],
    [
      'several variables are wrong',
      async () => ({ PORT: 'eighty', DATABASE_URL: 'mysql://localhost/x', LOG_LEVEL: 'loud' }),
      /^The .* wrong:\n {2}- PORT must be .*\n {2}- LOG_LEVEL must be .*\n {2}- DATABASE_URL must be a URL that begins with .*$/,
    ],
  ] as const)('says in a line that %s', async (_, environment, complaint) => {
    const data = await scope.dataDirectory();
    const program = scope.run(spawnLyceum(data, { env: await environment() }));
    expect(await program.exited).toEqual({ code: 1, signal: null });
    expect(program.stderr.trim()).toMatch(complaint);
    expect(program.stdout + program.stderr).not.toMatch(/mistyped|\n\s+at /);
    expect(data.postmaster).toBeUndefined();
  });
});

const URLS = SERVICES.map((name) => `${name.toUpperCase()}_URL`);
const KEYS = ['CURSOR_KEYS', 'IDENTITY_KEYS', 'IDENTITY_SECRET_KEYS', 'PUBLIC_URL', 'WEBHOOKS_SECRET_KEYS'];
const IDENTITY = ['CONSOLE_URL', 'DATABASE_URL', 'IDENTITY_KEYS', 'IDENTITY_SECRET_KEYS'];
it.each([
  [
    'services/identity/main.ts',
    [
      ...IDENTITY,
      'ACTIVITY_URL',
      'CURRICULA_URL',
      'DIRECTORY_URL',
      'LOCATIONS_URL',
      'SCHEDULING_URL',
      'TIMETRACKING_URL',
      'WEBHOOKS_URL',
    ],
  ],
  ['services/locations/main.ts', ['DATABASE_URL', 'IDENTITY_PUBLIC_KEYS']],
  ['gateway/main.ts', ['CURSOR_KEYS', ...URLS]],
  ['one-process/main.ts', [...KEYS, ...URLS.map((name) => name.replace('_URL', '_DATABASE_URL'))]],
])('%s reports all missing variables at once', async (script, expected) => {
  const program = scope.run(Program.node(script, [], { env: { NODE_ENV: 'production' } }));
  expect(await program.exited).toEqual({ code: 1, signal: null });
  const [title, ...lines] = program.stderr.trim().split('\n');
  expect(title).toBe('The configuration is incomplete or wrong:');
  expect(lines.map((line) => /^ {2}- (\S+) is missing: /.exec(line)?.[1]).sort()).toEqual(expected.sort());
});
