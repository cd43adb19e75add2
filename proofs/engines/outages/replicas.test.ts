import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { IntegrationService } from '../../../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { Operator } from '../../../test/support/operator.ts';
import { TestClient } from '../../../test/support/test-client.ts';
import { newEmail, newUser } from '../../../test/support/test-directory.ts';
import type { TestAnswer } from '../../../test/support/test-messages.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';
import { Fleet } from '../../faults/fleet/fleet.ts';
import { type On, singleServers } from '../../faults/fleet/layouts.ts';
import { GATEWAYS } from '../../faults/fleet/parts.ts';
import { isReady } from '../../faults/fleet/platform.ts';

/** Two gateways, and two processes of each service. */
const scope = new TestScope();
let platform: Fleet<On<typeof singleServers>>;
let operator: Operator;
let institution: string;
beforeAll(async () => {
  const gateway = { RATE_LIMIT_TIMEOUT_MS: '10000', MAX_EVENT_LOOP_DELAY_MS: '0' };
  platform = await Fleet.start(scope, { layout: singleServers, hasProxies: false, gateway, replicas: 2 });
  await until('/readyz with 200', () => isReady(platform.urls), 60_000);
  operator = new Operator(platform.ports);
  institution = await operator.newInstitution('school');
});
afterAll(async () => {
  operator?.close();
  await scope.clear();
});

type Act = (client: TestClient) => Promise<number>;
const newClient = () => operator.newClient(institution, platform.urls[0] ?? '');
/** What each gateway answers, several times: its calls take turns at the replicas. */
const everywhere = async (client: TestClient, act: Act) => {
  const asked = platform.urls.flatMap((url) => Array.from({ length: 4 }, () => act(client.at(url))));
  return [...new Set(await Promise.all(asked))];
};
const statusOf = async (client: TestClient) => (await client.get('/users')).status;

it('both gateways share the rate limit: of 1100 requests, 50 at a time, exactly 1000 pass', async () => {
  const client = await newClient();
  const answers: TestAnswer[] = [];
  let sent = 0;
  const work = async () => {
    while (sent < 1_100)
      answers.push(await client.at(platform.urls[sent++ % 2] ?? '').get('/courses', { query: { limit: '1' } }));
  };
  await Promise.all(Array.from({ length: 50 }, work));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(100);
  const passed = answers.filter(({ status }) => status === 200);
  const remaining = passed.map(({ headers }) => Number(headers.get('ratelimit-remaining')));
  expect(remaining.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 1_000 }, (_, index) => 999 - index));
});

/** With events within two seconds, without them within fifteen (the caches' own lifetime is five). */
describe.each([
  ['with events', 2_000, async () => undefined],
  ['while NATS is away', 15_000, () => platform.on.nats.end('SIGKILL')],
])('%s', (_, withinMs, prepare) => {
  beforeAll(async () => {
    await prepare();
  });
  const becomes = (client: TestClient, act: Act, result: number, atMostMs = withinMs) =>
    until(`${result} everywhere`, async () => (await everywhere(client, act)).join() === String(result), atMostMs);

  it('deactivated credentials are rejected at every gateway', async () => {
    const client = await newClient();
    await becomes(client, statusOf, 200);
    await operator.deactivate(client);
    await becomes(client, statusOf, 401);
  });

  it('a new secret is valid everywhere, beside the former one until that is ended', async () => {
    const former = await newClient();
    const { clientId } = former;
    await becomes(former, statusOf, 200, 15_000);
    const { clientSecret } = await operator.call()(IntegrationService.method.rotateIntegrationSecret, { clientId });
    const current = new TestClient('', clientId, clientSecret);
    await becomes(current, statusOf, 200);
    expect(await everywhere(former, statusOf)).toEqual([200]);
    await operator.call()(IntegrationService.method.endOldSecret, { clientId });
    await becomes(former, statusOf, 401);
    expect(await everywhere(current, statusOf)).toEqual([200]);
  });

  it.each([
    ['time tracking', punch, { timeTrackingEnabled: false }, 403, { timeTrackingEnabled: true }, 201],
    ['scheduling', appoint, { schedulingEnabled: false }, 403, { schedulingEnabled: true }, 200],
    ['codes', create, { unset: ['user_code_format'] }, 201, { userCodeFormat: 'X-[0][0][0][0]' }, 422],
    ['days', endOfDay, { timeTrackingTimezone: 'Asia/Tokyo' }, 14, { timeTrackingTimezone: 'America/Phoenix' }, 6],
  ] as const)('changed settings of %s apply in every process', async (_, act, first, before, second, after) => {
    const client = await newClient();
    const set = (change: object) =>
      operator.call(institution)(InstitutionService.method.setInstitutionSettings, { change });
    await set(first);
    await becomes(client, act, before, 15_000);
    await set(second);
    await becomes(client, act, after);
  });
});

it('requests are served while NATS is unavailable, and the gateways say since when', async () => {
  expect(await everywhere(await newClient(), statusOf)).toEqual([200]);
  const gateways = GATEWAYS.map((name) => platform.program(name));
  expect(gateways.map(({ stdout }) => stdout.match(/"event":"rate_limit_alone"/g)?.length)).toEqual([1, 1]);
  await platform.on.nats.start();
  await Promise.all(gateways.map((gateway) => gateway.waitForOutput(/"event":"rate_limit_shared"/)));
});

async function punch(client: TestClient): Promise<number> {
  const { id } = await newUser(client);
  return (await client.post('/time-tracking/sessions/start', { userId: id })).status;
}

/** Requests an appointment of a course that does not exist: 403 if appointments are disabled, whatever else is wrong. */
async function appoint(client: TestClient): Promise<number> {
  const body = { title: 'A', dateTime: '2026-10-12T08:00:00Z', duration: 90, courseIds: [crypto.randomUUID()] };
  return (await client.post('/appointments', body)).status === 403 ? 403 : 200;
}

async function create(client: TestClient): Promise<number> {
  const body = { email: newEmail(), name: 'A', code: randomBytes(6).toString('hex') };
  return (await client.post('/users', body)).status;
}

/** The hour at which the day of a forgotten session ended, in UTC. */
async function endOfDay(client: TestClient): Promise<number> {
  const { id } = await newUser(client);
  const start = (at: string) => client.post('/time-tracking/sessions/start', { userId: id, at });
  await start('2026-01-15T12:00:00Z');
  return new Date((await start('2026-01-17T12:00:00Z')).body.data.closedActiveSession.endTime).getUTCHours();
}
