import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasDryRun } from '../../gateway/endpoint/dry-run.ts';
import { pathWith } from '../support/operations.ts';
import { writeOperations } from '../support/sent-writes.ts';
import { readAnswer, type TestClient } from '../support/test-client.ts';
import { newEmail, newUser } from '../support/test-directory.ts';
import type { TestAnswer } from '../support/test-messages.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';
import { Member } from '../time-tracking/member.ts';

let system: TestSystem;
let school: TestInstitution;
let client: TestClient;

beforeAll(async () => {
  system = await TestSystem.start();
  school = await system.newInstitution();
});
afterAll(() => system.stop());
beforeEach(async () => {
  client = await system.newClient(school.id);
});

const marked = ({ headers }: TestAnswer) => headers.get('dry-run');
const triable = writeOperations.filter(([, endpoint]) => hasDryRun(endpoint));
const others = writeOperations.filter(([, endpoint]) => !hasDryRun(endpoint));

describe('POST /dry-run/users', () => {
  it('201: a user whom nobody finds, with meta and an ETag that means nothing', async () => {
    const body = { email: newEmail(), name: 'Ada' };
    const answer = await client.post('/dry-run/users', body);
    expect([answer.status, marked(answer)]).toEqual([201, 'true']);
    expect(answer.body.data).toMatchObject(body);
    expect(answer.body.meta).toMatchObject({ requestId: answer.headers.get('x-request-id'), version: 'v4' });
    expect(answer.headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect((await client.get(`/users/${answer.body.data.id}`)).status).toBe(404);
    const real = await client.post('/users', body);
    expect([real.status, marked(real)]).toEqual([201, null]);
  });

  it('no event of it is in the feed', async () => {
    const own = await system.newInstitution();
    await own.client.post('/dry-run/users', { email: newEmail(), name: 'Ada' });
    const { id } = await newUser(own.client);
    const events = await until('the event of the user', async () => {
      const { data } = (await own.client.get('/events', { query: { types: 'user.created' } })).body;
      return data.length > 0 && data;
    });
    expect(events.map(({ resource }: { resource: { id: string } }) => resource.id)).toEqual([id]);
  });

  it('a used key makes no difference, and no key is used up', async () => {
    const [key, other] = [randomUUID(), randomUUID()];
    const first = { email: newEmail(), name: 'Ada' };
    await client.post('/users', first, { key });
    for (const body of [first, { email: newEmail(), name: 'Bob' }]) {
      const answer = await client.post('/dry-run/users', body, { key });
      expect(answer.status).toBe(body === first ? 409 : 201);
      expect(answer.headers.get('idempotency-replayed')).toBeNull();
    }
    await client.post('/dry-run/users', { email: newEmail(), name: 'Cid' }, { key: other });
    const real = await client.post('/users', { email: newEmail(), name: 'Dee' }, { key: other });
    expect([real.status, real.headers.get('idempotency-replayed')]).toEqual([201, null]);
  });

  it('401: without credentials; the header says nothing', async () => {
    const answer = await readAnswer(await fetch(`${system.url}/api/v4/dry-run/users`, { method: 'POST' }), 'POST');
    expect([answer.status, marked(answer)]).toEqual([401, null]);
  });

  it('is recorded under its own route', async () => {
    const answer = await client.post('/dry-run/users', { email: newEmail(), name: 'Ada' });
    const record = await until('the record', async () => {
      const { status, body } = await client.get(`/requests/${answer.headers.get('x-request-id')}`);
      return status === 200 && body.data;
    });
    expect(record).toMatchObject({ method: 'POST', route: '/api/v4/dry-run/users', status: 201, isReplay: false });
  });

  it('counts as a request of the minute', async () => {
    const remaining = ({ headers }: TestAnswer) => Number(headers.get('ratelimit-remaining'));
    const before = remaining(await client.get('/users'));
    await client.post('/dry-run/users', { email: newEmail(), name: 'Ada' });
    expect(remaining(await client.get('/users'))).toBe(before - 2);
  });
});

it('404: a path that is below a dry run’s without an id', async () => {
  const answer = await client.patch('/dry-run/users/', { name: 'Ada' });
  expect([answer.status, marked(answer)]).toEqual([404, null]);
});

it.each(['GET', 'POST', 'PATCH', 'DELETE'])('404: %s of a path that only reads, and of none', async (method) => {
  for (const path of ['/dry-run/rooms', '/dry-run', '/dry-run/dry-run/users', '/dry-run/nothing']) {
    const answer = await client.send(method, path);
    expect([path, answer.status, marked(answer)]).toEqual([path, 404, null]);
  }
});

it.each(others)('404: %s cannot be tried', async (_, endpoint) => {
  const answer = await client.send(endpoint.method, `/dry-run${pathWith(endpoint, randomUUID())}`, { key: true });
  expect([answer.status, marked(answer)]).toEqual([404, null]);
});

it.each(triable)('405: GET, HEAD and PUT of the dry run of %s', async (_, endpoint) => {
  for (const method of ['GET', 'HEAD', 'PUT']) {
    const answer = await client.send(method, `/dry-run${pathWith(endpoint, randomUUID())}`);
    expect([answer.status, marked(answer)]).toEqual([405, null]);
    expect(answer.headers.get('allow')?.split(', ')).toContain(endpoint.method);
    expect(answer.headers.get('allow')).not.toContain('GET');
  }
});

describe('a punch', () => {
  it('201: closes no session of yesterday, and shows that it would', async () => {
    const ada = await Member.create(client);
    await ada.start('2026-10-04T06:00:00Z');
    const before = await ada.active();
    const body = { userId: ada.userId, at: '2026-10-05T06:30:00Z' };
    const tried = await client.post('/dry-run/time-tracking/sessions/start', body);
    expect(await ada.active()).toEqual(before);
    const real = await client.post('/time-tracking/sessions/start', body);
    expect([tried.status, tried.body.data.closedActiveSession]).toEqual([
      real.status,
      real.body.data.closedActiveSession,
    ]);
  });

  it('a refused one closes no session either', async () => {
    const ada = await Member.create(client);
    await ada.start('2026-10-01T06:00:00Z');
    const before = await ada.active();
    const body = { userId: ada.userId, at: '2026-10-05T06:30:00Z' };
    const tried = await client.post('/dry-run/time-tracking/sessions/pause', body);
    expect(await ada.active()).toEqual(before);
    const real = await client.post('/time-tracking/sessions/pause', body);
    expect([tried.status, tried.body.code]).toEqual([real.status, real.body.code]);
  });
});
