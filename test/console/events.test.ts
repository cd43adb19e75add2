import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { rowsIn, walk } from '../support/console/read-page.ts';
import type { Answer } from '../support/console/visitor.ts';
import { newReceiver } from '../support/console/webhooks.ts';
import { query } from '../support/postgres/query.ts';
import { TestSystem } from '../support/test-system.ts';
import { until } from '../support/until.ts';

const system = await TestSystem.start();
const ada = await newAdministrator(system);
const visitor = await signedIn(system, ada);

const firstIn = ({ text }: Answer) => /href="(\/console\/events\/[0-9a-f-]{36})"/.exec(text)?.[1] ?? '';

it('an event tells what changed, who has changed it, and where it was sent', async () => {
  const { receiver, path: webhook } = await newReceiver(visitor, 'user.created');
  const { client } = ada.institution;
  const created = await client.post('/users', { email: `${randomUUID()}@example.org`, name: 'Eva' });
  const { id } = created.body.data;
  await until('the event', () => receiver.requests.some(({ body }) => body.includes(id)));
  const list = await visitor.get(`/console/events?resourceId=${id}`);
  expect(rowsIn(list)).toEqual(['The user Eva was added']);
  expect(list.text).toContain('test <span class="muted">integration</span>');
  const page = await visitor.get(firstIn(list));
  const requestId = created.headers.get('x-request-id');
  for (const text of [
    `/api/v4/users/${id}`,
    `href="/console/requests/${requestId}"`,
    'of the feed',
    `/console/events?resourceId=${id}`,
  ])
    expect(page.text).toContain(text);
  expect(rowsIn(page)).toEqual([expect.stringMatching(/^127\.0\.0\.1:/)]);
  expect(page.text).toContain(`href="${webhook}/deliveries/`);
});

it('the feed comes page by page, filtered by type, resource and resource ID', async () => {
  const bob = await newAdministrator(system);
  const other = await signedIn(system, bob);
  await until('the event', async () => rowsIn(await other.get('/console/events')).length > 0);
  await query(
    system.databases.url('webhooks'),
    `INSERT INTO events (institution_id, sequence, recorded_at, id, type, resource_id, aggregate_id, occurred_at, changed, actor_type, actor_id, request_id)
     SELECT $1, 100 + n, e.recorded_at, gen_random_uuid(), CASE n % 2 WHEN 0 THEN 'room.updated' ELSE 'room.created' END,
       gen_random_uuid(), 'a', e.occurred_at, '{name,capacity}', 'operator', NULL, ''
     FROM events e, generate_series(1, 120) AS n WHERE e.institution_id = $1`,
    [bob.institution.id],
  );
  const found = async (filters: string) => (await walk(other, `/console/events?${filters}`)).map(rowsIn);
  expect((await found('')).map(({ length }) => length)).toEqual([50, 50, 21]);
  const updated = await found('type=room.updated&resource=');
  expect(updated.map(({ length }) => length)).toEqual([50, 10]);
  expect(new Set(updated.flat())).toEqual(new Set(['A room was changed']));
  expect(await found('resource=user')).toEqual([[`The user ${bob.name} was added`]]);
  expect(await found('resource=user&type=room.updated')).toEqual([[]]);
  const { text } = await other.get('/console/events?type=room.updated&resource=room');
  for (const shown of [
    '<option value="room" selected>',
    '<option value="room.updated" lang="en" selected>',
    'Name, Capacity',
  ])
    expect(text).toContain(shown);
  expect((await other.get('/console/events?resourceId=x')).text).toContain('No such events');
});

it('is told in a sentence of names, whoever it is about, and an erased person as such', async () => {
  const { client, id: institutionId } = ada.institution;
  const { body } = await client.post('/users', { email: `${randomUUID()}@example.org`, name: 'Chidi Petrov' });
  const { id: userId } = body.data;
  for (const [what, at] of [
    ['start', '2026-10-02T08:00:00Z'],
    ['pause', '2026-10-02T12:00:00Z'],
    ['resume', '2026-10-03T12:00:00Z'],
  ])
    await client.post(`/time-tracking/sessions/${what}`, { userId, at });
  const namesake = (await client.post('/users', { email: `${randomUUID()}@example.org`, name: 'Chidi Petrov' })).body
    .data;
  const log = (of: string, day: number) => ({
    ...{ userId: of, startTime: `2026-09-0${day}T08:00:00Z`, endTime: `2026-09-0${day}T09:00:00Z` },
  });
  const items = [log(userId, 1), log(namesake.id, 2), log(userId, 3), log(namesake.id, 4), log(userId, 5)];
  await client.post('/time-tracking/logs/bulk', { items });
  await client.post('/time-tracking/logs', log(userId, 6));
  const told = async () => rowsIn(await visitor.get('/console/events'));
  await until('the events', async () => (await told()).includes('A time record of Chidi Petrov was added'));
  expect(await told()).toEqual(
    expect.arrayContaining([
      ...['Chidi Petrov clocked in', 'Chidi Petrov began a pause', 'The user Chidi Petrov was added'],
      'The session of Chidi Petrov was closed automatically',
    ]),
  );
  // Two people of one name are never one.
  expect((await told()).filter((each) => /^\d/.test(each)).toSorted()).toEqual([
    '2 time records of Chidi Petrov were added',
    '3 time records of Chidi Petrov were added',
  ]);
  const page = await visitor.get(firstIn(await visitor.get('/console/events?type=log.created')));
  expect(page.text).toMatch(/<h1>A time record of Chidi Petrov was added<\/h1>/);
  expect(page.text).toContain(`href="/console/people/${userId}">Chidi Petrov</a>`);
  expect(page.text.split('<summary>Details</summary>')[1]).toContain('resource ID');
  await query(
    system.databases.url('directory'),
    `UPDATE users SET name = 'Erased person', revision = gen_random_uuid() WHERE institution_id = $1 AND id = $2`,
    [institutionId, userId],
  );
  expect(await told()).toContain('A time record of an erased person was added');
  expect((await visitor.get(`/console/audit?kind=time_record`)).text).toContain(
    'added a time record of an erased person',
  );
});
