import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { SERVICES } from '../../../cli/service-names.ts';
import { natsUsers } from '../../../deploy/installation/nats-users.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { TestNats } from '../../../test/support/nats/nats-server.ts';
import { Operator } from '../../../test/support/operator.ts';
import { TestDatabases } from '../../../test/support/postgres/test-databases.ts';
import type { Program } from '../../../test/support/process/program.ts';
import { portOf, spawnGateway, spawnService } from '../../../test/support/process/service-process.ts';
import { TestClient } from '../../../test/support/test-client.ts';
import { newEmail, newUser } from '../../../test/support/test-directory.ts';
import type { TestAnswer } from '../../../test/support/test-messages.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';

const CURSOR_KEYS = `k:${randomBytes(32).toString('base64url')}`;
const scope = new TestScope();
let nats: TestNats;
let gateways: Program[];
/**
 * The addresses of two gateways, each with its own processes of directory and identity on the same databases; time
 * tracking and scheduling are shared.
 */
let urls: string[];
let operator: Operator;
let institution: string;

beforeAll(async () => {
  nats = await TestNats.start(natsUsers);
  scope.onClear(() => nats.remove());
  const databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), [
    'directory',
    'identity',
    'timetracking',
    'scheduling',
  ]);
  scope.onClear(() => databases.drop());
  const natsOf = (name: string) => ({ NATS_URL: nats.urlOf(name) });
  // The others are not called here: nothing listens at their addresses.
  const others = new Map(SERVICES.map((name) => [name, 1]));
  const start = (service: string, env: Readonly<Record<string, string>> = {}) => {
    const address = { service, databaseUrl: databases.url(service) };
    const uncalled = new Map(['locations', 'webhooks', 'activity'].map((name) => [name, 1]));
    return portOf(scope.run(spawnService(address, uncalled, { ...natsOf(service), ...env })));
  };
  const directories = await Promise.all([0, 1].map(() => start('directory')));
  const env = { DIRECTORY_URL: directories.map((port) => `127.0.0.1:${port}`).join(',') };
  const identities = await Promise.all([0, 1].map(() => start('identity', env)));
  for (const service of ['timetracking', 'scheduling']) others.set(service, await start(service, env));
  const portsOf = (index: number) =>
    new Map([...others, ['directory', directories[index] ?? 0], ['identity', identities[index] ?? 0]]);
  gateways = [0, 1].map((index) =>
    scope.run(
      spawnGateway(portsOf(index), {
        ...natsOf('gateway'),
        CURSOR_KEYS,
        RATE_LIMIT_TIMEOUT_MS: '10000',
      }),
    ),
  );
  urls = (await Promise.all(gateways.map(portOf))).map((port) => `http://127.0.0.1:${port}`);
  operator = new Operator(portsOf(0));
  institution = await operator.newInstitution('school');
});
afterAll(async () => {
  operator?.close();
  await scope.clear();
});

/** A new client for each gateway. */
async function newClients(): Promise<TestClient[]> {
  const client = await operator.newClient(institution, '');
  return urls.map((url) => client.at(url));
}

it('both gateways share the rate limit: of 1100 requests, 50 at a time, exactly 1000 pass', async () => {
  const clients = await newClients();
  const answers: TestAnswer[] = [];
  let sent = 0;
  const work = async () => {
    while (sent < 1_100)
      answers.push(await (clients[sent++ % 2] as TestClient).get('/courses', { query: { limit: '1' } }));
  };
  await Promise.all(Array.from({ length: 50 }, work));
  const passed = answers.filter(({ status }) => status === 200);
  expect(passed).toHaveLength(1_000);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(100);
  const remaining = passed.map(({ headers }) => Number(headers.get('ratelimit-remaining')));
  expect(remaining.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 1_000 }, (_, index) => 999 - index));
  for (const { headers } of answers) {
    expect(headers.get('ratelimit-limit')).toBe('1000');
    expect(headers.get('ratelimit-policy')).toBe('1000;w=60');
    expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0);
  }
});

/** With events within two seconds, without them within fifteen (the caches' own lifetime is five). */
describe.each([
  ['with events', 2_000, async () => undefined],
  ['while NATS is away', 15_000, () => nats.end('SIGKILL')],
])('%s', (_, withinMs, prepare) => {
  beforeAll(async () => {
    await prepare();
  });

  it('deactivated credentials are rejected at every gateway', async () => {
    const clients = await newClients();
    expect(await statusesOf(clients)).toEqual([200, 200]);
    await operator.deactivate(clients[0] as TestClient);
    await until('401', async () => (await statusesOf(clients)).every((status) => status === 401), withinMs);
  });

  it('a new secret is valid everywhere, beside the former one until that is ended', async () => {
    const [client] = await newClients();
    const { clientId } = client as TestClient;
    const former = urls.map((url) => client?.at(url) as TestClient);
    await until('200', async () => (await statusesOf(former)).every((status) => status === 200), 15_000);
    const { clientSecret } = await operator.call()(IntegrationService.method.rotateIntegrationSecret, { clientId });
    const current = urls.map((url) => new TestClient(url, clientId, clientSecret));
    await until('200', async () => (await statusesOf(current)).every((status) => status === 200), withinMs);
    expect(await statusesOf(former)).toEqual([200, 200]);
    await operator.call()(IntegrationService.method.endOldSecret, { clientId });
    const goodToBad = async () => [...(await statusesOf(current)), ...(await statusesOf(former))].join();
    await until('the end of the former one', async () => (await goodToBad()) === '200,200,401,401', withinMs);
  });

  it.each([
    ['time tracking', { timeTrackingEnabled: false }, { timeTrackingEnabled: true }, punch],
    ['scheduling', { schedulingEnabled: false }, { schedulingEnabled: true }, appoint],
  ])('%s that was switched off is refused through every gateway, and on again is not', async (_, off, on, act) => {
    const clients = await newClients();
    const are = async (refused: boolean) =>
      (await Promise.all(clients.map(act))).every((status) => (status === 403) === refused);
    await until('it is on', () => are(false), 15_000);
    await set(off);
    await until('403', () => are(true), withinMs);
    await set(on);
    await until('no 403', () => are(false), withinMs);
  });

  it('days end in the configured time zone', async () => {
    const clients = await newClients();
    const endings = async () => [...new Set(await Promise.all(clients.map(endOfDay)))].join();
    for (const [timeTrackingTimezone, end] of [
      ['Asia/Tokyo', '14:59:59.999Z'],
      ['America/Phoenix', '06:59:59.999Z'],
    ]) {
      await set({ timeTrackingTimezone });
      await until(`days that end at ${end}`, async () => (await endings()) === end, withinMs);
    }
  });

  it('changed settings apply in every process', async () => {
    const clients = await newClients();
    const statuses = () =>
      Promise.all(
        clients.map(
          async (client) => (await client.post('/users', { email: newEmail(), name: 'A', code: newCode() })).status,
        ),
      );
    await set({ unset: ['user_code_format'] });
    await until('201', async () => (await statuses()).every((status) => status === 201), 15_000);
    await set({ userCodeFormat: 'X-[0][0][0][0]' });
    await until('422', async () => (await statuses()).every((status) => status === 422), withinMs);
  });
});

it('requests are served while NATS is unavailable', async () => {
  const [client] = await newClients();
  expect((await client?.get('/users'))?.status).toBe(200);
  expect(gateways.map(({ stdout }) => stdout.match(/"event":"rate_limit_alone"/g)?.length)).toEqual([1, 1]);
  await nats.start();
  await Promise.all(gateways.map((gateway) => gateway.waitForOutput(/"event":"rate_limit_shared"/)));
});

const set = (change: object) =>
  operator.call(institution)(InstitutionService.method.setInstitutionSettings, { change });

const statusesOf = (clients: readonly TestClient[]) =>
  Promise.all(clients.map(async (client) => (await client.get('/users')).status));

/** Clocks in a new member; returns the status. */
async function punch(client: TestClient): Promise<number> {
  const { id } = await newUser(client);
  return (await client.post('/time-tracking/sessions/start', { userId: id })).status;
}

/** Requests an appointment of a course that does not exist: 422 if appointments are enabled at all. */
async function appoint(client: TestClient): Promise<number> {
  const body = { title: 'A', dateTime: '2026-10-12T08:00:00Z', duration: 90, courseIds: [crypto.randomUUID()] };
  return (await client.post('/appointments', body)).status;
}

/** When the day of a forgotten session ended, in UTC. */
async function endOfDay(client: TestClient): Promise<string> {
  const { id } = await newUser(client);
  const start = (at: string) => client.post('/time-tracking/sessions/start', { userId: id, at });
  await start('2026-01-15T12:00:00Z');
  return (await start('2026-01-17T12:00:00Z')).body.data.closedActiveSession.endTime.slice(11);
}

const newCode = () => randomBytes(6).toString('hex');
