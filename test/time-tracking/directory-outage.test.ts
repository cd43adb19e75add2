import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { importRecords } from '../support/import-records.ts';
import { operations } from '../support/operations.ts';
import { Operator } from '../support/operator.ts';
import { query } from '../support/postgres/query.ts';
import {
  portOf,
  type ServiceAddress,
  spawnGateway,
  spawnMigration,
  spawnService,
} from '../support/process/service-process.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import type { TestClient } from '../support/test-client.ts';
import type { TestAnswer } from '../support/test-messages.ts';
import { TestScope } from '../support/test-scope.ts';
import { until } from '../support/until.ts';
import { Member, must } from './member.ts';

/**
 * Time tracking while directory, which has its members, is down or slow (503 of the specification's errors): services
 * and gateway are separate processes, with a proxy between time tracking and directory. The gateway and
 * identity still reach directory.
 */
const scope = new TestScope();
const addresses = new Map<string, ServiceAddress>();
const ports = new Map<string, number>();
let proxy: TcpProxy;
let operator: Operator;
let client: TestClient;
let requests: readonly OutageRequest[];

/** One of the thirteen operations, on a member of its own, that succeeds when it gets through. */
interface OutageRequest {
  readonly operation: string;
  readonly status: number;
  send(key: string): Promise<TestAnswer>;
}

beforeAll(async () => {
  const suffix = randomBytes(4).toString('hex');
  for (const service of ['directory', 'identity', 'timetracking']) {
    const databaseUrl = databaseUrlOf(`outage_${service}_${suffix}`);
    addresses.set(service, { service, databaseUrl });
    scope.onClear(() =>
      query(databaseUrlOf('postgres'), `DROP DATABASE IF EXISTS outage_${service}_${suffix} WITH (FORCE)`),
    );
    const migration = scope.run(spawnMigration({ service, databaseUrl }));
    expect([await migration.exited, migration.stderr]).toEqual([{ code: 0, signal: null }, '']);
  }
  ports.set('directory', await portOf(scope.run(spawnService(addressOf('directory'), ports))));
  proxy = await TcpProxy.to(() => ports.get('directory') ?? 0);
  scope.onClear(() => proxy.close());
  const throughProxy = new Map([['directory', proxy.port]]);
  ports.set('timetracking', await portOf(scope.run(spawnService(addressOf('timetracking'), throughProxy))));
  // Nothing listens at the addresses of services that are not called.
  for (const service of ['scheduling', 'curricula', 'locations', 'webhooks', 'activity']) ports.set(service, 1);
  ports.set('identity', await portOf(scope.run(spawnService(addressOf('identity'), ports))));
  const gateway = scope.run(spawnGateway(ports, { REQUEST_TIMEOUT_MS: '2000' }));
  const url = `http://127.0.0.1:${await portOf(gateway)}`;
  operator = new Operator(ports);
  const institution = await operator.newInstitution('school');
  client = await operator.newClient(institution, url);
  await importTemplate(institution);
});
afterAll(async () => {
  operator?.close();
  await scope.clear();
});
beforeEach(async () => {
  requests = await newRequests();
});

describe.each(['shut', 'slow'] as const)('while the connection to directory is %s', (mode) => {
  it('every operation is 503 with Retry-After, and succeeds afterwards with the same key', async () => {
    const attempts = requests.map((request) => ({ ...request, key: randomUUID() }));
    proxy.set(mode);
    const refused = await Promise.all(attempts.map(({ send, key }) => send(key)));
    proxy.set('open');
    const seen = refused.map(({ status, body, headers }) => [status, body.code, headers.has('retry-after')]);
    expect(seen).toEqual(attempts.map(() => [503, 'internal_error', true]));

    await through();
    for (const { operation, status, send, key } of attempts) {
      const answer = await send(key);
      expect([operation, answer.status, answer.headers.get('idempotency-replayed')]).toEqual([operation, status, null]);
      if (operation.startsWith('POST')) expect((await send(key)).text).toBe(answer.text);
    }
  });

  it('a key is free for another request too, and nothing was written', async () => {
    const member = await Member.create(client);
    const key = randomUUID();
    proxy.set(mode);
    must(503, await member.start('2026-10-05T08:00:00Z', { key }));
    proxy.set('open');
    await through();
    expect(await member.state()).toEqual({ logs: [], active: null });
    must(201, await member.start('2026-10-05T09:00:00Z', { key }));
  });

  it('what has succeeded before is answered 503 or again, and again afterwards', async () => {
    const member = await Member.create(client);
    const key = randomUUID();
    const first = must(201, await member.start('2026-10-05T08:00:00Z', { key }));
    proxy.set(mode);
    const meanwhile = await member.start('2026-10-05T08:00:00Z', { key });
    proxy.set('open');
    if (meanwhile.status !== 503) expect(meanwhile.text).toBe(first.text);
    await through();
    const again = await member.start('2026-10-05T08:00:00Z', { key });
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
  });
});

it('all operations of time tracking are among them', () => {
  const names = operations.map(([name]) => name).filter((name) => name.includes('/time-tracking/'));
  expect(requests.map(({ operation }) => operation).sort()).toEqual(names.sort());
  expect(names).toHaveLength(16);
});

/** Waits until time tracking can reach directory again. */
async function through(): Promise<void> {
  const member = await Member.create(client);
  const query = { userId: member.userId };
  await until('an answer', async () => {
    return (await client.get('/time-tracking/sessions/active', { query })).status === 200;
  });
}

async function newRequests(): Promise<OutageRequest[]> {
  const [idle, working, pausing, resting, leaving, stamping, logging, bulking] = (await Promise.all(
    Array.from({ length: 8 }, () => Member.create(client)),
  )) as [Member, Member, Member, Member, Member, Member, Member, Member];
  for (const member of [working, pausing, resting, leaving, stamping]) must(201, await member.start(at('08:00')));
  must(200, await resting.pause(at('09:00')));
  const { id } = must(201, await logging.log(at('06:00'), at('07:00'))).body.data;
  const get = (path: string, member: Member) => () =>
    client.get(`/time-tracking${path}`, { query: { userId: member.userId } });
  return [
    { operation: 'POST /time-tracking/sessions/start', status: 201, send: (key) => idle.start(at('10:00'), { key }) },
    {
      operation: 'POST /time-tracking/sessions/pause',
      status: 200,
      send: (key) => pausing.pause(at('10:00'), { key }),
    },
    {
      operation: 'POST /time-tracking/sessions/resume',
      status: 200,
      send: (key) => resting.resume(at('10:00'), { key }),
    },
    { operation: 'POST /time-tracking/sessions/stop', status: 200, send: (key) => leaving.stop(at('10:00'), { key }) },
    {
      operation: 'POST /time-tracking/timestamps',
      status: 201,
      send: (key) => stamping.timestamp(at('10:00'), { key }),
    },
    {
      operation: 'POST /time-tracking/logs',
      status: 201,
      send: (key) => logging.post('/logs', { startTime: at('08:00'), endTime: at('09:00') }, { key }),
    },
    {
      operation: 'POST /time-tracking/logs/bulk',
      status: 200,
      send: (key) => bulking.post('/logs/bulk', { items: [{ startTime: at('08:00'), endTime: at('09:00') }] }, { key }),
    },
    { operation: 'PATCH /time-tracking/logs/{id}', status: 200, send: () => logging.change(id, { note: 'x' }) },
    { operation: 'GET /time-tracking/sessions/active', status: 200, send: get('/sessions/active', working) },
    { operation: 'GET /time-tracking/logs', status: 200, send: get('/logs', logging) },
    { operation: 'GET /time-tracking/logs/{id}', status: 200, send: get(`/logs/${id}`, logging) },
    {
      operation: 'GET /time-tracking/totals',
      status: 200,
      send: get('/totals?from=2026-10-01&to=2026-11-01', logging),
    },
    {
      operation: 'GET /time-tracking/member-totals',
      status: 200,
      send: () => client.get('/time-tracking/member-totals?from=2026-10-01&to=2026-11-01'),
    },
    {
      operation: 'GET /time-tracking/member-logs',
      status: 200,
      send: () => client.get('/time-tracking/member-logs?from=2026-10-01&to=2026-11-01'),
    },
    {
      operation: 'GET /time-tracking/findings',
      status: 200,
      send: get('/findings?from=2026-10-01&to=2026-11-01', logging),
    },
    { operation: 'GET /time-tracking/timestamp-templates', status: 200, send: get('/timestamp-templates', idle) },
  ];
}

const at = (time: string) => `2026-10-05T${time}:00Z`;

/** A template, so that the list has something to show. */
async function importTemplate(institution: string): Promise<void> {
  const records = [{ ref: 'lab', label: 'Lab', position: 0 }];
  await importRecords(operator.call(institution), 'timestampTemplates', records);
}

function addressOf(service: string): ServiceAddress {
  return addresses.get(service) as ServiceAddress;
}

function databaseUrlOf(database: string): string {
  return inject('databaseServer').replace(/\{database\}|%7Bdatabase%7D/, database);
}
