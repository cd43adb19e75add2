import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { limit, limitedClient } from '../../support/limited-client.ts';
import { recordOf } from '../../support/recorded-requests.ts';
import { changeSettings, newEmail, newUser } from '../../support/test-directory.ts';
import { refusal, type TestRequest } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';
import { Timetable } from '../../support/test-timetable.ts';

/** What an integration is told that may not do everything, and when. */
const system = await TestSystem.start();
const timetable = await Timetable.in(system);
const school = timetable.institution;
const [reader, ofUsers] = await Promise.all([
  limitedClient(system, school, { access: 'read' }),
  limitedClient(system, school, { access: 'read', areas: ['time-tracking', 'users'] }),
]);

const user = () => ({ email: newEmail(), name: 'Ada' });
const READ_ONLY = 'This integration may only read.';

it('is told what it may do', async () => {
  expect((await reader.get('/integration')).body.data).toMatchObject({ access: 'read', areas: null });
  const { data } = (await ofUsers.get('/integration')).body;
  expect(data).toMatchObject({ access: 'read', areas: ['users', 'time-tracking'] });
});

it.each<[what: string, method: string, path: string, request: TestRequest, expected: string]>([
  ['a missing key', 'POST', '/users', { json: { email: 'a@b.example', name: 'A' } }, '400 bad_request'],
  ['a body that is not JSON', 'POST', '/users', { text: '{', key: true }, '400 bad_request'],
  [
    'another type',
    'POST',
    '/users',
    { text: '{}', key: true, headers: { 'content-type': 'text/plain' } },
    '415 bad_request',
  ],
  ['an invalid body', 'POST', '/courses/a/appointments', { json: {}, key: true }, '400 bad_request'],
  ['an invalid id', 'PATCH', '/users/a.b', { json: {}, ifMatch: '*' }, '422 validation_failed'],
  ['a condition without tags', 'DELETE', '/appointments/a', { ifMatch: 'none' }, '400 bad_request'],
  ['a bad limit', 'GET', '/courses?limit=0', {}, '400 bad_request'],
  ['an unknown field', 'GET', '/courses?fields=nickname', {}, '400 bad_request'],
  ['a cursor of nobody', 'GET', '/courses?cursor=x', {}, '400 invalid_cursor'],
  ['another method', 'PUT', '/courses', {}, '405 bad_request'],
])('%s is told first', async (_, method, path, request, expected) => {
  expect(refusal(await ofUsers.send(method, path, request))).toBe(expected);
});

it('is refused before records, conditions and features are looked at, and by its area first', async () => {
  const off = await system.newInstitution();
  await changeSettings(off, { timeTrackingEnabled: false });
  const limited = await limitedClient(system, off, { areas: ['users'] });
  const start = await limited.post('/time-tracking/sessions/start', { userId: randomUUID() }, { key: true });
  expect(start.body.detail).toBe('This integration has no access to time-tracking.');
  const nothing = `/users/${randomUUID()}`;
  expect((await ofUsers.send('PATCH', nothing, { json: { name: 'B' } })).body.detail).toBe(READ_ONLY);
  const both = await ofUsers.send('DELETE', `/appointments/${randomUUID()}`, { ifMatch: '*' });
  expect(both.body).toMatchObject({ detail: 'This integration has no access to appointments.', area: 'appointments' });
});

it('keeps nothing of what is refused, its key neither', async () => {
  const [client, key, body] = [await limitedClient(system, school, { access: 'read' }), randomUUID(), user()];
  expect((await client.post('/users', body, { key })).body.detail).toBe(READ_ONLY);
  await limit(school, client, {});
  const created = await client.post('/users', body, { key });
  expect([created.status, created.headers.get('idempotency-replayed')]).toEqual([201, null]);
  await limit(school, client, { access: 'read' });
  expect((await client.post('/users', body, { key })).body.detail).toBe(READ_ONLY);
  await limit(school, client, {});
  const replay = await client.post('/users', body, { key });
  expect([replay.body.data, replay.headers.get('idempotency-replayed')]).toEqual([created.body.data, 'true']);
});

it('may try writes of its areas, with the answer of one that may write', async () => {
  const { client, ...created } = { client: school.client, ...(await newUser(school.client)) };
  const clash = { ...user(), code: 'TAKEN' };
  await newUser(client, { code: 'TAKEN' });
  for (const json of [user(), clash]) {
    const answers = [
      await reader.post('/dry-run/users', json, { key: true }),
      await client.post('/dry-run/users', json, { key: true }),
    ];
    const [ofReader, ofWriter] = answers.map(({ status, headers, body: { data, ...rest } }) => [
      ...[status, headers.get('dry-run'), rest.code, rest.detail],
      data && { ...data, id: '', createdAt: '', updatedAt: '' },
    ]);
    expect(ofReader).toEqual(ofWriter);
  }
  const change = { json: { name: 'B' }, ifMatch: created.etag };
  expect((await reader.send('PATCH', `/dry-run${created.path}`, change)).status).toBe(200);
  expect((await client.get(created.path)).body.data.name).not.toBe('B');
  const outside = await ofUsers.post('/dry-run/appointments', timetable.body({}), { key: true });
  expect([outside.status, outside.headers.get('dry-run')]).toEqual([403, 'true']);
});

it('sees what other areas have in its own', async () => {
  const client = await limitedClient(system, school, { areas: ['appointments'] });
  const path = `/courses/${timetable.id('courses/algebra')}/appointments`;
  const made = await client.post(
    path,
    { title: 'Lecture', dateTime: '2026-10-12T08:00:00Z', duration: 90 },
    { key: true },
  );
  const [{ course }] = made.body.data.appointmentLayers;
  expect([made.status, course.name]).toEqual([201, 'algebra']);
  expect((await client.get(path)).status).toBe(200);
  expect((await client.get(`${path}.ics`)).status).toBe(200);
  expect((await client.get(`/courses/${timetable.id('courses/algebra')}`)).status).toBe(403);
});

it('is told without a body by HEAD, and as JSON in place of a calendar', async () => {
  const head = await ofUsers.send('HEAD', '/courses');
  expect([head.status, head.body]).toEqual([403, undefined]);
  const calendar = await ofUsers.get('/appointments.ics?roomId=none');
  expect([calendar.status, calendar.headers.get('content-type')]).toEqual([
    403,
    expect.stringContaining('problem+json'),
  ]);
});

it('has records of its requests with what it was allowed then', async () => {
  const client = await limitedClient(system, school, { access: 'read', areas: ['users'] });
  const refused = await client.get('/courses');
  const narrow = { access: 'read', areas: ['users'] };
  const record = await recordOf(client, refused);
  expect(record).toMatchObject({ status: 403, code: 'forbidden', ...narrow });
  await limit(school, client, {});
  expect(await recordOf(client, await client.get('/courses'))).toMatchObject({
    status: 200,
    access: 'full',
    areas: null,
  });
  expect((await client.get('/requests', { query: { status: '403' } })).body.data).toEqual([record]);
});

it('that is narrowed while requests run: each is done, or is refused and leaves nothing', async () => {
  const client = await system.newClient(school.id);
  const bodies = Array.from({ length: 40 }, user);
  const statusOf = async (body: object) => (await client.post('/users', body, { key: true })).status;
  const running = bodies.slice(0, 20).map(statusOf);
  await limit(school, client, { access: 'read' });
  const after = await Promise.all(bodies.slice(20).map(statusOf));
  expect(after).toEqual(Array(20).fill(403));
  const statuses = [...(await Promise.all(running)), ...after];
  const { data } = (await school.client.get('/users', { query: { limit: '100' } })).body;
  const stored = new Set(data.map(({ email }: { email: string }) => email));
  expect(statuses.map((status) => status === 201)).toEqual(bodies.map(({ email }) => stored.has(email)));
  expect(new Set(statuses).isSubsetOf(new Set([201, 403]))).toBe(true);
});
