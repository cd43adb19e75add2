import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { SERVICES } from '../../cli/service-names.ts';
import { openClient } from '../../libraries/pg-batch/index.ts';
import { DAY_MS } from '../../platform/core/instant.ts';
import { runCli } from '../support/cli/run-cli.ts';
import { newAdministrator, newLink, signedIn } from '../support/console/administrator.ts';
import { hiddenIn, Visitor } from '../support/console/visitor.ts';
import { importOneOfEachRecord } from '../support/one-of-each-record.ts';
import { query } from '../support/postgres/query.ts';
import { sendWrite, writeOperations } from '../support/sent-writes.ts';
import { rowsOfInstitution } from '../support/standstill/rows-of-institution.ts';
import { successfulWrites } from '../support/successful-writes.ts';
import { newEmail, newUser } from '../support/test-directory.ts';
import { refusal } from '../support/test-messages.ts';
import { TestSync } from '../support/test-sync.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';
import { TestReceiver } from '../support/webhooks/test-receiver.ts';
import { Member, must } from '../time-tracking/member.ts';

const system = await TestSystem.start({ platform: 'own' });
const urls = SERVICES.map((name) => [`${name.toUpperCase()}_DATABASE_URL`, system.databases.url(name)]);
const environment: Record<string, string> = { ...system.addresses, ...Object.fromEntries(urls) };
const school = await system.newInstitution();
const neighbour = await system.newInstitution();
const { member } = await importOneOfEachRecord(school);
const [{ id: courseId, layerId }] = (await school.client.get('/courses')).body.data;
const { client } = school;
const FROZEN = '503 institution_frozen';

const cli = (...args: string[]) => runCli(args, { environment });
const freeze = async (...options: string[]) => {
  const answer = await cli('institutions', 'freeze', school.id, '--json', ...options);
  expect([answer.code, answer.stderr]).toEqual([0, '']);
  return answer.json;
};
const thaw = () => cli('institutions', 'thaw', school.id);
const newUserOf = (of = client) => of.send('POST', '/users', { json: { email: newEmail(), name: 'A' }, key: true });
const rows = () => rowsOfInstitution(system.databases, school.id);
const stateOf = async (id: string) =>
  (await cli('institutions', 'list', '--json')).json.find((each: { id: string }) => each.id === id);

afterEach(thaw);
afterAll(() => system.stop());

describe('a frozen institution', () => {
  it('answers every write with 503, without its effect and without its key, and reads as always', async () => {
    const requests = await Promise.all(
      writeOperations.map(async ([name, endpoint]) => ({
        name,
        endpoint,
        request: (await successfulWrites[name]?.make({ client, courseId, layerId, member })) ?? { path: '' },
      })),
    );
    const done = must(201, await newUserOf());
    const { frozenUntil, position } = await freeze();
    expect([typeof frozenUntil, typeof position]).toEqual(['string', 'number']);
    const before = await rows();
    const keys = new Map<string, string>();
    for (const { name, endpoint, request } of requests) {
      const key = randomUUID();
      keys.set(name, key);
      for (const headers of [{}, { 'dry-run': 'true' }]) {
        const { method } = endpoint;
        const answer = await client.send(method, request.path, { ...request, key, ifMatch: '*', headers });
        if (refusal(answer) !== FROZEN && 'dry-run' in headers && refusal(answer).startsWith('400')) continue;
        expect([name, refusal(answer), answer.headers.get('retry-after')]).toEqual([name, FROZEN, '60']);
      }
    }
    const { id } = done.body.data;
    expect(refusal(await client.send('PATCH', `/users/${randomUUID()}`, { json: { name: 'B' }, ifMatch: '*' }))).toBe(
      FROZEN,
    );
    expect(refusal(await client.send('PATCH', `/users/${id}`, { json: { name: 'B' }, ifMatch: '"other"' }))).toBe(
      FROZEN,
    );
    expect((await client.send('POST', '/users', { json: { email: 5 }, key: true })).status).toBe(422);
    expect((await client.get(`/users/${id}`)).status).toBe(200);
    expect((await client.get('/events', { query: { position: 'latest' } })).status).toBe(200);
    expect(await rows()).toEqual(before);
    expect(must(201, await newUserOf(neighbour.client)).status).toBe(201);
    await thaw();
    for (const { name, endpoint, request } of requests)
      expect([name, (await sendWrite(client, endpoint, request, keys.get(name) ?? '')).status]).toEqual([
        name,
        endpoint.success,
      ]);
  });

  it('does not replay while it is frozen, and does afterwards', async () => {
    const [key, json] = [randomUUID(), { email: newEmail(), name: 'A' }];
    const first = must(201, await client.send('POST', '/users', { json, key }));
    await freeze();
    expect(refusal(await client.send('POST', '/users', { json, key }))).toBe(FROZEN);
    await thaw();
    const again = must(201, await client.send('POST', '/users', { json, key }));
    expect(again.body.data.id).toBe(first.body.data.id);
  });

  it('is listed as frozen until its end, and ends by itself', async () => {
    const { frozenUntil } = await freeze('--for', '15');
    expect(await stateOf(school.id)).toMatchObject({ state: 'frozen', until: frozenUntil });
    expect(await stateOf(neighbour.id)).toMatchObject({ state: 'open', until: null });
    const later = await freeze('--for', '1440');
    expect(later.frozenUntil > frozenUntil).toBe(true);
    const endIn = (seconds: number) =>
      Promise.all(
        SERVICES.map((service) =>
          query(
            system.databases.url(service),
            `UPDATE standstills SET until = clock_timestamp() + interval '${seconds} s'`,
          ),
        ),
      );
    await endIn(30);
    const answer = await newUserOf();
    expect(refusal(answer)).toEqual(FROZEN);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThan(30);
    await endIn(0);
    expect((await newUserOf()).status).toBe(201);
    expect(await stateOf(school.id)).toMatchObject({ state: 'open', until: null });
    await thaw();
    expect(await thaw()).toMatchObject({ code: 0, stdout: 'The institution is not frozen.\n' });
  });

  it('is refused by SCIM, by the command line and for invalid times', async () => {
    const sync = await TestSync.create(system, school);
    await freeze();
    const scim = await sync.send('POST', '/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: newEmail(),
    });
    expect([scim.status, scim.body.status, scim.headers.get('retry-after')]).toEqual([503, '503', '60']);
    expect((await sync.send('GET', '/Users')).status).toBe(200);
    const set = await cli('institutions', 'set', school.id, 'scheduling_enabled=true');
    expect([set.code, set.stderr]).toEqual([1, expect.stringContaining('institution_frozen')]);
    for (const minutes of ['0', '1441', 'x'])
      expect((await cli('institutions', 'freeze', school.id, '--for', minutes)).code).toBe(2);
    expect((await cli('institutions', 'freeze', randomUUID())).code).toBe(2);
  });

  it('lets those who are signed in read, and keeps what is typed', async () => {
    const administrator = await newAdministrator(system, { institution: school });
    const visitor = await signedIn(system, administrator);
    const link = await newLink(administrator);
    await freeze();
    const page = await visitor.get('/console/people/add');
    expect(page.status).toBe(200);
    const typed = { ...hiddenIn(page), email: 'typed-here@example.org', name: 'Typed Here' };
    const sent = await visitor.post('/console/people/add', typed);
    expect([sent.status, sent.headers.get('retry-after')]).toEqual([503, '60']);
    expect(sent.text).toContain('typed-here@example.org');
    expect(sent.text).toContain('stands still until');
    const signingIn = await new Visitor(system.consoleUrl).post(link);
    expect([signingIn.status, signingIn.text.includes('<time datetime')]).toEqual([503, true]);
  });
});

it('returns when all that was begun has ended: nothing changes afterwards, and nothing is lost', async () => {
  const receiver = await TestReceiver.start();
  onTestFinished(() => receiver.end());
  must(201, await client.post('/webhook-endpoints', { url: receiver.url }));
  const clients = await Promise.all(Array.from({ length: 12 }, () => system.newClient(school.id)));
  const members = await Promise.all(clients.map((each) => Member.create(each)));
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const created = new Set<string>();
  const writers = members.map(async (each) => {
    while (!isOver) {
      const answer = await newUserOf(each.client);
      if (answer.status === 201) created.add(answer.body.data.id);
      else expect(refusal(answer)).toBe(FROZEN);
      await each.start();
      await each.stop();
      await delay(50);
    }
  });
  await until('some writes', async () => created.size > 50);
  const { position } = await freeze();
  const [before, requests] = [await rows(), receiver.requests.length];
  await delay(2_000);
  expect(await rows()).toEqual(before);
  expect(receiver.requests.length).toBe(requests);
  const [head] = await query<{ sequence: string }>(
    system.databases.url('webhooks'),
    'SELECT sequence FROM feed_heads WHERE institution_id = $1',
    [school.id],
  );
  expect(Number(head?.sequence)).toBe(position);
  isOver = true;
  await Promise.all(writers);
  await thaw();
  for (const id of created) expect((await client.get(`/users/${id}`)).status).toBe(200);
  const told = () => new Set(receiver.requests.map(({ body }) => JSON.parse(String(body)).resource?.id));
  await until('the rest of the deliveries', async () => created.isSubsetOf(told()));
});

it('begins no delivery that becomes due meanwhile, and makes it afterwards', async () => {
  const receiver = await TestReceiver.start();
  onTestFinished(() => receiver.end());
  receiver.answer = (response) => response.writeHead(500).end();
  must(201, await client.post('/webhook-endpoints', { url: receiver.url }));
  const { id } = await newUser(client);
  const attempts = () => receiver.requests.filter(({ body }) => body.includes(id)).length;
  const failed = () =>
    query(system.databases.url('webhooks'), 'SELECT FROM endpoint_queues WHERE failing_since IS NOT NULL');
  await until('a failed attempt', async () => attempts() === 1 && (await failed()).length > 0);
  const other = await TestReceiver.start();
  onTestFinished(() => other.end());
  must(201, await neighbour.client.post('/webhook-endpoints', { url: other.url }));
  await freeze();
  const before = await rows();
  system.clock.advance(DAY_MS);
  await newUser(neighbour.client);
  await until('a delivery of the neighbour, which is due later', async () => other.requests.length > 0);
  expect([attempts(), await rows()]).toEqual([1, before]);
  receiver.answer = (response) => response.writeHead(204).end();
  await thaw();
  await until('the next attempt', async () => attempts() === 2);
});

it('freezes nothing if a transaction does not end', async () => {
  const connection = await openClient({
    connectionString: system.databases.url('locations'),
    application_name: 'lyceum-locations',
  });
  onTestFinished(() => connection.end());
  await connection.query('BEGIN');
  await connection.query('SELECT');
  const answer = await cli('institutions', 'freeze', school.id);
  expect([answer.code, answer.stderr]).toEqual([1, expect.stringContaining('a transaction of locations')]);
  expect(must(201, await newUserOf()).status).toBe(201);
  for (const service of SERVICES)
    expect(await query(system.databases.url(service), 'SELECT FROM standstills')).toEqual([]);
}, 90_000);

it('closes a session of the day before after the end, at the end of its own day', async () => {
  const worker = await Member.create(client);
  must(201, await worker.start('2026-10-05T07:00:00Z'));
  await freeze();
  system.clock.set('2026-10-06T09:00:00.000Z');
  const before = await rows();
  expect((await worker.start()).status).toBe(503);
  expect(await rows()).toEqual(before);
  await thaw();
  must(201, await worker.start());
  const { data } = (await client.get('/time-tracking/logs', { query: { userId: worker.userId } })).body;
  const closed = data.find(({ autoClosed }: { autoClosed: boolean }) => autoClosed);
  expect(closed).toMatchObject({ startTime: '2026-10-05T07:00:00.000Z', endTime: '2026-10-05T23:59:59.999Z' });
});

it('holds events that arrive while it is frozen, and hands them on afterwards', async () => {
  const { id } = await newUser(client);
  await until(
    'the event',
    async () => (await client.get('/events', { query: { resourceId: id } })).body.data.length > 0,
  );
  await freeze();
  const before = await rows();
  const webhooks = system.databases.url('webhooks');
  // An event that is published again and was never handled, under another id: the bus drops one that it had lately.
  const directory = system.databases.url('directory');
  const event = { id: randomUUID() };
  await query(directory, 'UPDATE outbox SET published_at = NULL, id = $2 WHERE aggregate_id = $1', [id, event.id]);
  const waiting = () =>
    query<{ error: string }>(webhooks, 'SELECT error FROM dead_letters WHERE event_id = $1', [event.id]);
  await until('it to arrive', async () => (await waiting()).length > 0);
  await delay(1_500);
  expect(await waiting()).toEqual([{ error: 'the institution stands still' }]);
  const { 'webhooks.dead_letters': _, 'directory.outbox': __, ...after } = await rows();
  expect(before).toMatchObject(after);
  await thaw();
  await until('it to be handled', async () => (await waiting()).length === 0);
});
