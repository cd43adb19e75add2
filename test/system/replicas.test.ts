import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { TestNats } from '../../services/chassis/testing/nats-server.ts';
import { TestDatabases } from '../../services/chassis/testing/test-databases.ts';
import { Operator } from '../support/operator.ts';
import type { Program } from '../support/program.ts';
import { portOf, spawnGateway, spawnService } from '../support/service-process.ts';
import type { TestAnswer, TestClient } from '../support/test-client.ts';
import { newEmail } from '../support/test-directory.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';

const SERVICES = ['directory', 'scheduling', 'curricula', 'locations', 'timetracking'];
const CURSOR_KEYS = `k:${randomBytes(32).toString('base64url')}`;
const bench = new Workbench();
let nats: TestNats;
let gateways: Program[];
/** The addresses of two gateways, each in front of a directory of its own on the one database. */
let urls: string[];
let operator: Operator;
let institution: string;

beforeAll(async () => {
  nats = await TestNats.start();
  bench.onClear(() => nats.remove());
  const databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), ['directory']);
  bench.onClear(() => databases.drop());
  const place = { service: 'directory', databaseUrl: databases.url('directory') };
  const env = { NATS_URL: nats.url };
  const directories = [0, 1].map(() => bench.run(spawnService(place, new Map(), env)));
  const ports = await Promise.all(directories.map(portOf));
  // Only directory is called here: the others' addresses lead nowhere.
  const others = SERVICES.map((name) => [name, 1] as const);
  gateways = ports.map((port) =>
    bench.run(
      spawnGateway(new Map([...others, ['directory', port]]), { ...env, CURSOR_KEYS, RATE_LIMIT_PATIENCE_MS: '10000' }),
    ),
  );
  urls = (await Promise.all(gateways.map(portOf))).map((port) => `http://127.0.0.1:${port}`);
  operator = new Operator(ports[0] ?? 0);
  institution = await operator.newInstitution('school');
});
afterAll(async () => {
  operator?.close();
  await bench.clear();
});

/** A new client, at each gateway. */
async function newClients(): Promise<TestClient[]> {
  const client = await operator.newClient(institution, '');
  return urls.map((url) => client.at(url));
}

it('the rate limit is one for both gateways: of 1100 requests, 50 at a time, exactly 1000 pass', async () => {
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

/** With events within two seconds, without them within fifteen (the caches' own life is five). */
describe.each([
  ['with events', 2_000, async () => undefined],
  ['while NATS is away', 15_000, () => nats.end('SIGKILL')],
])('%s', (_, withinMs, prepare) => {
  beforeAll(async () => {
    await prepare();
  });

  it('credentials that were deactivated are refused at every gateway', async () => {
    const clients = await newClients();
    const statuses = () => Promise.all(clients.map(async (client) => (await client.get('/users')).status));
    expect(await statuses()).toEqual([200, 200]);
    await operator.deactivate(clients[0] as TestClient);
    await until('401', async () => (await statuses()).every((status) => status === 401), withinMs);
  });

  it('settings that were changed count in every process', async () => {
    const clients = await newClients();
    const statuses = () =>
      Promise.all(
        clients.map(
          async (client) => (await client.post('/users', { email: newEmail(), name: 'A', code: newCode() })).status,
        ),
      );
    const set = (change: object) =>
      operator.call(institution)(InstitutionService.method.setInstitutionSettings, { change });
    await set({ unset: ['user_code_format'] });
    await until('201', async () => (await statuses()).every((status) => status === 201), 15_000);
    await set({ userCodeFormat: 'X-[0][0][0][0]' });
    await until('422', async () => (await statuses()).every((status) => status === 422), withinMs);
  });
});

it('requests go on while NATS is away', async () => {
  const [client] = await newClients();
  expect((await client?.get('/users'))?.status).toBe(200);
  expect(gateways.map(({ stdout }) => stdout.match(/this gateway counts on its own/g)?.length)).toEqual([1, 1]);
  await nats.start();
  await Promise.all(gateways.map((gateway) => gateway.says(/the rate limit is shared again/)));
});

const newCode = () => randomBytes(6).toString('hex');
