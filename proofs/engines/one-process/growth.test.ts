import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Authority } from '../../../test/support/calls/certificates.ts';
import { Visitor } from '../../../test/support/console/visitor.ts';
import { HeldTable } from '../../../test/support/postgres/held-table.ts';
import { query } from '../../../test/support/postgres/query.ts';
import { TestClient } from '../../../test/support/test-client.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';
import { TestReceiver } from '../../../test/support/webhooks/test-receiver.ts';
import { OneMachine, ORIGIN, type Running, stopAll } from './one-machine.ts';

/** An installation in one process goes on in separate processes, with an empty NATS, and back. Each test is a step. */
const scope = new TestScope();
const key = randomUUID();
let machine: OneMachine;
let running: Running;
let receiver: TestReceiver;
let token: string;
let institutionId: string;
let client: TestClient;
let browser: Visitor;
let webhook: Webhook;
/** The ids of all users that were created, in order. */
const created: string[] = [];

beforeAll(async () => {
  const authority = new Authority('test');
  scope.onClear(async () => authority.remove());
  const { GRPC_TLS_KEY, GRPC_TLS_CERT, GRPC_TLS_CA } = authority.issue('localhost');
  receiver = await TestReceiver.start({ host: 'localhost', tls: { key: GRPC_TLS_KEY, cert: GRPC_TLS_CERT } });
  scope.onClear(() => receiver.end());
  const ca = join((await scope.dataDirectory()).path, 'ca.pem');
  await writeFile(ca, GRPC_TLS_CA);
  machine = await OneMachine.make(scope, { NODE_EXTRA_CA_CERTS: ca, WEBHOOKS_ALLOW_PRIVATE_ADDRESSES: '1' });
  running = await machine.startOne();
});
afterAll(() => scope.clear());

async function createUser(name: string, options: { readonly key?: string } = {}): Promise<string> {
  const body = { email: `${name.toLowerCase()}@school.example`, name };
  const answer = await client.post('/users', body, options);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.id;
}

/** An event, of the feed and of a delivery. */
interface Shown {
  readonly type: string;
  readonly resource: { readonly id: string };
}

const feed = async () => (await client.walk('/events')) as unknown as Shown[];
/** The created users in the feed, each as often as it is there. */
const shown = async () =>
  (await feed())
    .filter(({ type, resource }) => type === 'user.created' && created.includes(resource.id))
    .map(({ resource }) => resource.id);
/** The users that webhooks have told of, each as often as it came, with the endpoint's secret. */
const told = () =>
  receiver.requests.map(
    ({ body, headers }) => (webhook.verify(body, headers as Record<string, string>) as Shown).resource.id,
  );
const unpublished = async (service: string) =>
  (await query<object>(machine.databaseUrl(service), 'SELECT FROM outbox WHERE published_at IS NULL')).length;

/** Signs in, as the browser does through the web server. */
const sameOrigin = { origin: ORIGIN, 'sec-fetch-site': 'same-origin' };

/** The same browser, at what the web server sends its requests to now. */
function browserAt({ console }: Running): Visitor {
  const next = new Visitor(console);
  for (const [name, value] of browser.cookies) next.cookies.set(name, value);
  return next;
}

async function expectOldAnswers(): Promise<void> {
  client = client.at(running.gateway);
  const again = await client.post('/users', { email: 'first@school.example', name: 'First' }, { key });
  expect([again.status, again.headers.get('idempotency-replayed'), again.body.data.id]).toEqual([
    201,
    'true',
    created[0],
  ]);
  expect((await browserAt(running).get('/console/integrations')).status).toBe(200);
}

it('in one process: an operator, an institution, an integration, a webhook, and an administrator who signs in', async () => {
  token = (await machine.cli(running, '', 'operators', 'create', 'ada', '--json')).json.token;
  const bundle = join((await scope.dataDirectory()).path, 'institution.json');
  await writeFile(bundle, (await machine.cli(running, token, 'import', '--example')).stdout);
  institutionId = (await machine.cli(running, token, 'import', bundle, '--json')).json.institutionId;
  const of = ['--institution', institutionId];
  const { json } = await machine.cli(running, token, 'integrations', 'create', ...of, '--name', 'Sync', '--json');
  client = new TestClient(running.gateway, json.clientId, json.clientSecret);
  const endpoint = await client.post('/webhook-endpoints', { url: receiver.url, types: ['user.created'] });
  expect(endpoint.status, endpoint.text).toBe(201);
  webhook = new Webhook(endpoint.body.data.secret);
  created.push(await createUser('First', { key }), await createUser('Admin'));
  await until('both deliveries', () => told().length === 2);
  const admin = [...of, '--user', 'admin@school.example'];
  await machine.cli(running, token, 'administrators', 'add', ...admin);
  const link = (await machine.cli(running, token, 'administrators', 'link', ...admin, '--json')).json.url as string;
  expect(link).toMatch(/^https:\/\/lyceum\.example\/console\/link\//);
  browser = new Visitor(running.console);
  expect((await browser.post(new URL(link).pathname, {}, sameOrigin)).status).toBe(303);
  expect((await browser.get('/console/integrations')).status).toBe(200);
});

it('then in separate processes: what was unpublished at a kill is delivered once, and keys, sessions, cursors and secrets hold', async () => {
  const page = await client.get('/users', { query: { limit: '1' } });
  const position = (await client.get('/events', { query: { position: 'latest' } })).body.pagination.next_cursor;
  const held = await HeldTable.hold(machine.databaseUrl('webhooks'), 'events');
  created.push(await createUser('Second'), await createUser('Third'));
  await held.waiters(1);
  running.programs.get('lyceum')?.kill('SIGKILL');
  await running.programs.get('lyceum')?.exited;
  await held.release();
  expect(await unpublished('directory')).toBe(2);

  running = await machine.startSeparate();
  await expectOldAnswers();
  created.push(await createUser('Fourth'));
  await until('all deliveries', () => told().length >= created.length);
  expect(await shown()).toEqual(created);
  expect(told().sort()).toEqual(created.toSorted());
  const next = await client.get('/users', { query: { limit: '1', cursor: page.body.pagination.next_cursor } });
  expect([next.status, next.body.data.length]).toEqual([200, 1]);
  const since = await client.get('/events', { query: { cursor: position } });
  expect(since.body.data.map(({ resource }: Shown) => resource.id)).toEqual(created.slice(2));
  expect(await unpublished('directory')).toBe(0);
});

it('and back in one process: what NATS had and nobody had consumed comes again from the outboxes', async () => {
  for (const name of ['webhooks', 'identity']) running.programs.get(name)?.kill('SIGKILL');
  const archived = created.at(1) ?? '';
  const etag = (await client.get(`/users/${archived}`)).headers.get('etag') ?? '';
  expect((await client.patch(`/users/${archived}`, { isArchived: true }, { ifMatch: etag })).status).toBe(200);
  created.push(await createUser('Fifth'));
  await until('events in NATS', async () => (await unpublished('directory')) === 0);
  await stopAll(running);
  expect((await machine.cli(undefined, '', 'events', 'republish', '--since', '3d')).stdout).toMatch(
    /^directory: \d+ /m,
  );

  running = await machine.startOne();
  client = client.at(running.gateway);
  await until('the last delivery', () => told().length >= created.length);
  await until('published events', async () => (await unpublished('directory')) === 0);
  expect(await shown()).toEqual(created);
  expect(told().sort()).toEqual(created.toSorted());
  // The administrator was archived meanwhile.
  expect((await browserAt(running).get('/console/integrations')).status).toBe(303);
  const repeated = await client.post('/users', { email: 'first@school.example', name: 'First' }, { key });
  expect(repeated.headers.get('idempotency-replayed')).toBe('true');
});
