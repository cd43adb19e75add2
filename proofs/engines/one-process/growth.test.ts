import { randomBytes, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseVariable } from '../../../deploy/installation/database-urls.ts';
import { natsUsers } from '../../../deploy/installation/nats-users.ts';
import { runCli } from '../../../test/support/cli/run-cli.ts';
import { TestNats } from '../../../test/support/nats/nats-server.ts';
import { Operator } from '../../../test/support/operator.ts';
import { HeldTable } from '../../../test/support/postgres/held-table.ts';
import { query } from '../../../test/support/postgres/query.ts';
import type { TestClient } from '../../../test/support/test-client.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';
import { TestReceiver } from '../../../test/support/webhooks/test-receiver.ts';
import { Fleet } from '../../faults/fleet/fleet.ts';
import type { Layout } from '../../faults/fleet/layouts.ts';
import { OneProcess } from '../../faults/fleet/one-process.ts';
import { GATEWAYS, SERVICES, type Service } from '../../faults/fleet/parts.ts';
import { isReady } from '../../faults/fleet/platform.ts';

/** An installation in one process goes on in separate processes, with an empty NATS, and back. Each test is a step. */
const scope = new TestScope();
const CURSOR_KEYS = `k:${randomBytes(32).toString('base64url')}`;
const key = randomUUID();
let one: OneProcess;
let separate: Fleet;
let receiver: TestReceiver;
let client: TestClient;
let webhook: Webhook;
/** The ids of all users that were created, in order. */
const created: string[] = [];
beforeAll(async () => {
  receiver = await TestReceiver.start();
  scope.onClear(() => receiver.end());
  one = await OneProcess.start(scope, { CURSOR_KEYS });
});
afterAll(() => scope.clear());

/** Separate processes on the databases of the one process. */
const grown: Layout = async () => {
  const nats = await TestNats.start(natsUsers);
  scope.onClear(() => nats.remove());
  const databaseUrl = (service: Service) => one.databaseUrl(service);
  const databaseOf = (service: Service) => ({ databaseUrl: databaseUrl(service) });
  return { databaseUrl, databaseOf, natsUrl: (user) => nats.urlOf(user) };
};

async function createUser(name: string, options: { readonly key?: string } = {}): Promise<void> {
  const body = { email: `${name.toLowerCase()}@school.example`, name };
  const answer = await client.post('/users', body, options);
  expect(answer.status, answer.text).toBe(201);
  created.push(answer.body.data.id);
}

/** An event, of the feed and of a delivery. */
interface Shown {
  readonly type: string;
  readonly resource: { readonly id: string };
}

/** The users that webhooks have told of, each as often as it came, with the endpoint's secret. */
const told = () =>
  receiver.requests.map(
    ({ body, headers }) => (webhook.verify(body, headers as Record<string, string>) as Shown).resource.id,
  );
const unpublished = async () =>
  (await query(one.databaseUrl('directory'), 'SELECT FROM outbox WHERE published_at IS NULL')).length;

/** Feed and webhooks have told of each user once, in order, and the answer to the first request is kept. */
async function expectAll(): Promise<void> {
  await until('all deliveries', () => told().length >= created.length, 60_000);
  await until('published events', async () => (await unpublished()) === 0);
  const feed = (await client.walk('/events', { types: 'user.created' })) as unknown as Shown[];
  expect(feed.map(({ resource }) => resource.id)).toEqual(created);
  expect(told().sort()).toEqual(created.toSorted());
  const again = await client.post('/users', { email: 'first@school.example', name: 'First' }, { key });
  expect([again.headers.get('idempotency-replayed'), again.body.data.id]).toEqual(['true', created[0]]);
}

it('in one process: an institution, an integration and a webhook', async () => {
  const operator = new Operator(one.ports);
  client = await operator.newClient(await operator.newInstitution('school'), one.urls[0] ?? '');
  operator.close();
  const endpoint = await client.post('/webhook-endpoints', { url: receiver.url, types: ['user.created'] });
  expect(endpoint.status, endpoint.text).toBe(201);
  webhook = new Webhook(endpoint.body.data.secret);
  await createUser('First', { key });
  await createUser('Second');
  await expectAll();
});

it('then in separate processes: what was unpublished at a kill is delivered once, and keys, cursors and secrets hold', async () => {
  const page = await client.get('/users', { query: { limit: '1' } });
  const position = (await client.get('/events', { query: { position: 'latest' } })).body.pagination.next_cursor;
  const held = await HeldTable.hold(one.databaseUrl('webhooks'), 'events');
  await createUser('Third');
  await held.waiters(1);
  await one.kill();
  await held.release();
  expect(await unpublished()).toBe(1);

  separate = await Fleet.start(scope, { layout: grown, hasProxies: false, gateway: { CURSOR_KEYS } });
  await until('/readyz with 200', () => isReady(separate.urls), 60_000);
  client = client.at(separate.urls[0] ?? '');
  await createUser('Fourth');
  await expectAll();
  const next = await client.get('/users', { query: { limit: '1', cursor: page.body.pagination.next_cursor } });
  expect([next.status, next.body.data.length]).toEqual([200, 1]);
  const since = await client.get('/events', { query: { cursor: position } });
  expect(since.body.data.map(({ resource }: Shown) => resource.id)).toEqual(created.slice(2));
});

it('and back in one process: what NATS had and nobody had consumed comes again from the outboxes', async () => {
  await separate.kill('webhooks');
  await createUser('Fifth');
  await until('events in NATS', async () => (await unpublished()) === 0);
  for (const part of [...GATEWAYS, ...SERVICES]) {
    separate.signal(part, 'SIGTERM');
    await separate.program(part).exited;
  }
  const environment = Object.fromEntries(SERVICES.map((name) => [databaseVariable(name), one.databaseUrl(name)]));
  const republished = await runCli(['events', 'republish', '--since', '3d'], { environment });
  expect(republished.stdout).toMatch(/^directory: \d+ /m);
  await one.launch();
  client = client.at(one.urls[0] ?? '');
  await expectAll();
});
