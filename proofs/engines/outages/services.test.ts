import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { CreateStorm } from '../../../test/support/create-storm.ts';
import { expectOneUserEach } from '../../../test/support/expect-one-user-each.ts';
import { Operator } from '../../../test/support/operator.ts';
import { query } from '../../../test/support/postgres/query.ts';
import { Program } from '../../../test/support/process/program.ts';
import {
  portOf,
  type ServiceAddress,
  spawnGateway,
  spawnMigration,
  spawnService,
} from '../../../test/support/process/service-process.ts';
import type { TestClient } from '../../../test/support/test-client.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';

const SERVICES = [
  'directory',
  'identity',
  'scheduling',
  'curricula',
  'locations',
  'timetracking',
  'webhooks',
  'activity',
];
/** Success, in flight (the first attempt of a repeated request), unavailable. */
const EXPECTED = new Set<unknown>([201, 409, 503]);
const scope = new TestScope();
const addresses = new Map<string, ServiceAddress>();
const programs = new Map<string, Program>();
const ports = new Map<string, number>();
let gateway: Program;
let url: string;
let operator: Operator;
/** One that stays, and others, each with its own rate limit. */
let client: TestClient;
let others: TestClient[];

beforeAll(async () => {
  const suffix = randomBytes(4).toString('hex');
  for (const service of SERVICES) {
    addresses.set(service, { service, databaseUrl: databaseUrl(`process_${service}_${suffix}`) });
  }
  scope.onClear(() => dropDatabases(SERVICES.map((service) => `process_${service}_${suffix}`)));
  // Replicas of one service may migrate concurrently.
  const migrations = ['directory', ...SERVICES].map((service) =>
    spawnMigration(addresses.get(service) as ServiceAddress),
  );
  for (const program of migrations) {
    scope.run(program);
    expect([await program.exited, program.stderr]).toEqual([{ code: 0, signal: null }, '']);
  }
  // Services that others call come first: their ports are not known before.
  await Promise.all(['directory', 'locations', 'webhooks', 'activity'].map(startService));
  await Promise.all(['identity', 'scheduling', 'curricula', 'timetracking'].map(startService));
  gateway = scope.run(spawnGateway(ports, { REQUEST_TIMEOUT_MS: '2000' }));
  url = `http://127.0.0.1:${await portOf(gateway)}`;
  operator = new Operator(ports);
  const institution = await operator.newInstitution('school');
  client = await operator.newClient(institution, url);
  others = await Promise.all([1, 2, 3].map(() => operator.newClient(institution, url)));
  await until('/readyz with 200', async () => (await readiness()) === 200);
});
afterAll(async () => {
  operator?.close();
  await scope.clear();
});

/** Starts a service at its former port, or at a free one. */
async function startService(service: string): Promise<void> {
  const program = scope.run(spawnService(addresses.get(service) as ServiceAddress, ports));
  programs.set(service, program);
  ports.set(service, await portOf(program));
}

async function readiness(): Promise<number> {
  return (await fetch(`${url}/readyz`)).status;
}

function databaseUrl(database: string): string {
  return inject('databaseServer').replace(/\{database\}|%7Bdatabase%7D/, database);
}

async function dropDatabases(names: readonly string[]): Promise<void> {
  for (const name of names) await query(databaseUrl('postgres'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

describe('services and gateway in processes of their own', () => {
  it('create and list users through the gateway', async () => {
    const created = await client.post('/users', { email: 'ada@school.example', firstName: 'Ada' });
    expect(created.status).toBe(201);
    expect(await client.walk('/users')).toEqual([created.body.data]);
    expect((await client.get('/locations')).body.data).toEqual([]);
  });

  it('a killed service affects only its own routes, and recovers when it is restarted', async () => {
    programs.get('locations')?.kill('SIGKILL');
    await programs.get('locations')?.exited;
    expect((await client.get('/locations')).status).toBe(503);
    expect((await client.get('/users')).status).toBe(200);
    await until('/readyz with 503', async () => (await readiness()) === 503);

    await startService('locations');
    await until('/locations with 200', async () => (await client.get('/locations')).status === 200);
    await until('/readyz with 200', async () => (await readiness()) === 200);
    expect(gateway.isRunning).toBe(true);
  });

  it('an outage of activity costs its own routes only, and no record', async () => {
    programs.get('activity')?.kill('SIGKILL');
    await programs.get('activity')?.exited;
    const answer = await client.get('/users');
    expect([answer.status, await readiness()]).toEqual([200, 200]);
    expect((await client.get('/usage?from=2026-10-05T00:00:00Z&to=2026-10-06T00:00:00Z')).status).toBe(503);

    await startService('activity');
    const path = `/requests/${answer.headers.get('x-request-id')}`;
    await until('the record', async () => (await client.get(path)).status === 200);
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)('creates in flight when directory gets %s happen once', async (signal) => {
    const storm = new CreateStorm(others).begin(16);
    await storm.seen(30, 201);
    programs.get('directory')?.kill(signal);
    const exit = await programs.get('directory')?.exited;
    expect(exit).toEqual(signal === 'SIGKILL' ? { code: null, signal } : { code: 0, signal: null });
    await storm.seen(10, 503);
    await startService('directory');
    await storm.seen(30, 201);
    await storm.end();
    await storm.complete();
    expect([...storm.statuses.keys()].filter((status) => !EXPECTED.has(status))).toEqual([]);
    await expectOneUserEach(storm, addresses.get('directory')?.databaseUrl ?? '');
  });

  it('requests to a service that hangs get a response within the time limit', async () => {
    const storm = new CreateStorm(others).begin(8);
    await storm.seen(10, 201);
    programs.get('directory')?.kill('SIGSTOP');
    await storm.seen(8, 503);
    await until('/readyz with 503', async () => (await readiness()) === 503);
    programs.get('directory')?.kill('SIGCONT');
    await storm.seen(30, 201);
    await storm.end();
    await storm.complete();
    expect([...storm.statuses.keys()].filter((status) => !EXPECTED.has(status))).toEqual([]);
    await expectOneUserEach(storm, addresses.get('directory')?.databaseUrl ?? '');
    expect(Math.max(...storm.attempts.flatMap(({ durations }) => durations))).toBeLessThan(5_000);
  });

  it('deactivated credentials are soon rejected', async () => {
    const leaver = others[0] as TestClient;
    expect((await leaver.get('/users')).status).toBe(200);
    await operator.deactivate(leaver);
    await until('401', async () => (await leaver.get('/users')).status === 401, 15_000);
    expect((await client.get('/users')).status).toBe(200);
  });

  it('stop on SIGTERM', async () => {
    for (const program of [gateway, ...programs.values()]) {
      program.kill('SIGTERM');
      expect(await program.exited).toEqual({ code: 0, signal: null });
      expect(program.stderr).toBe('');
    }
  });
});

it('report all errors in their configuration at once', async () => {
  const service = scope.run(Program.node('services/identity/main.ts'));
  const other = scope.run(Program.node('services/locations/main.ts'));
  const unconfigured = scope.run(Program.node('gateway/main.ts'));
  const env = { DATABASE_URL: databaseUrl('postgres') };
  const mistyped = scope.run(Program.node('services/directory/main.ts', ['migrat'], { env }));
  for (const program of [service, other, unconfigured, mistyped])
    expect(await program.exited).toEqual({ code: 1, signal: null });
  expect(missingIn(service)).toEqual([
    'ACTIVITY_URL',
    'CONSOLE_URL',
    'DATABASE_URL',
    'DIRECTORY_URL',
    'IDENTITY_KEYS',
    'IDENTITY_SECRET_KEYS',
    'LOCATIONS_URL',
    'WEBHOOKS_URL',
  ]);
  expect(missingIn(other)).toEqual(['DATABASE_URL', 'IDENTITY_PUBLIC_KEYS']);
  expect(missingIn(unconfigured)).toEqual(
    ['CURSOR_KEYS', ...SERVICES.map((name) => `${name.toUpperCase()}_URL`)].sort(),
  );
  expect(mistyped.stderr).toBe('Unknown command "migrat". The only command is "migrate".\n');
});

it('report what is wrong with the cursor keys, and never print them', async () => {
  const secret = 'a-secret-much-too-short0';
  const addresses = Object.fromEntries(SERVICES.map((name) => [`${name.toUpperCase()}_URL`, '127.0.0.1:1']));
  for (const [CURSOR_KEYS, fault] of [
    ['garbage', 'cursor key 1: must be id:secret, the secret in base64url'],
    [`k:${secret}`, 'cursor key 1 ("k"): the secret has 18 bytes, it needs at least 32'],
  ]) {
    const unconfigured = scope.run(
      Program.node('gateway/main.ts', [], { env: { ...addresses, CURSOR_KEYS: CURSOR_KEYS ?? '' } }),
    );
    expect(await unconfigured.exited).toEqual({ code: 1, signal: null });
    expect(unconfigured.stderr).toBe(`The configuration is incomplete or wrong:\n  - CURSOR_KEYS ${fault}\n`);
  }
});

/** The variables in an error message that reports each as missing and nothing else. */
function missingIn({ stderr }: Program): (string | undefined)[] {
  const [title, ...lines] = stderr.trim().split('\n');
  expect(title).toBe('The configuration is incomplete or wrong:');
  return lines.map((line) => /^ {2}- (\S+) is missing: /.exec(line)?.[1]).sort();
}
