import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { Endpoint, ListEndpoint, WriteEndpoint } from '../../../gateway/endpoint/endpoint.ts';
import { neededQuery } from '../../../site/openapi/needed-query.ts';
import { hasId, operations, pathWith, queryNaming } from '../../support/operations.ts';
import { recordOf } from '../../support/recorded-requests.ts';
import { at, dayAt, newRecords } from '../../support/records-of-a-tenant.ts';
import { newCalendarFeed } from '../../support/test-calendar-feeds.ts';
import type { TestClient } from '../../support/test-client.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { type TestInstitution, TestSystem } from '../../support/test-system.ts';
import { newDelivery, newEndpoint, newProvenEndpoint } from '../../support/test-webhooks.ts';
import { until } from '../../support/until.ts';
import { Member, must } from '../../time-tracking/member.ts';

/**
 * For every operation another institution's records do not exist. Driven by the list of routes: a route or a filter
 * without a record below fails the test.
 */
const system = await TestSystem.start({ platform: 'own' });
const [school, other] = await Promise.all([system.newInstitution(), system.newInstitution()]);
const own = await newRecords(school, { hours: ['04:00'], isArchived: false });
system.clock.advance(1_000);
const records = await newRecords(other, { hours: ['02:00', '06:00'], isArchived: true });
await Promise.all([eventOf(school, own.userId), eventOf(other, records.userId)]);
afterAll(() => system.stop());

/** The id of a record's first event, once it is in the feed. */
function eventOf({ client }: TestInstitution, resourceId: string): Promise<string> {
  const query = { resourceId };
  return until('the event', async () => (await client.get('/events', { query })).body.data[0]?.id);
}

/** For each path with ids, the other institution's record at it. */
const foreignPaths: Readonly<Record<string, () => string | Promise<string>>> = {
  '/users/{id}': () => `/users/${records.userId}`,
  '/user-groups/{id}': () => `/user-groups/${records.userGroupId}`,
  '/user-groups/{id}/members': () => `/user-groups/${records.userGroupId}/members`,
  '/courses/{id}': () => `/courses/${records.courseId}`,
  '/courses/{id}/appointments': () => `/courses/${records.courseId}/appointments`,
  '/courses/{id}/appointments.ics': () => `/courses/${records.courseId}/appointments.ics`,
  // A new one every time: one of the operations deletes it.
  '/appointments/{id}': async () => `/appointments/${await records.addAppointment(at('06:00'))}`,
  '/locations/{id}': () => `/locations/${records.locationId}`,
  '/locations/{id}/rooms': () => `/locations/${records.locationId}/rooms`,
  '/rooms/{id}': () => `/rooms/${records.roomId}`,
  '/time-tracking/logs/{id}': () => `/time-tracking/logs/${records.logId}`,
  '/curricula/{id}': () => `/curricula/${records.curriculumId}`,
  '/curricula/{id}/versions': () => `/curricula/${records.curriculumId}/versions`,
  '/curricula/{id}/versions/{versionId}': () =>
    `/curricula/${records.curriculumId}/versions/${records.curriculumVersionId}`,
  '/curricula/{id}/versions/{versionId}/pathways': () =>
    `/curricula/${records.curriculumId}/versions/${records.curriculumVersionId}/pathways`,
  '/continuing-education/{id}': () => `/continuing-education/${records.programId}`,
  '/continuing-education/{id}/versions': () => `/continuing-education/${records.programId}/versions`,
  '/continuing-education/{id}/versions/{versionId}': () =>
    `/continuing-education/${records.programId}/versions/${records.programVersionId}`,
  '/requests/{requestId}': async () =>
    `/requests/${(await recordOf(other.client, await other.client.get('/users'))).requestId}`,
  '/events/{id}': async () => `/events/${await eventOf(other, records.userId)}`,
  // New ones every time, for the same reason.
  '/calendar-feeds/{id}': async () => (await newCalendarFeed(other.client, { courseId: records.courseId })).path,
  '/webhook-endpoints/{id}': () => newEndpoint(other.client),
  '/webhook-endpoints/{id}/rotate-secret': async () => `${await newEndpoint(other.client)}/rotate-secret`,
  '/webhook-endpoints/{id}/test': async () => `${await newEndpoint(other.client)}/test`,
  '/webhook-endpoints/{id}/replay': async () => `${await newProvenEndpoint(other.client)}/replay`,
  '/webhook-endpoints/{id}/deliveries': async () => `${await newEndpoint(other.client)}/deliveries`,
  '/webhook-endpoints/{id}/deliveries/{deliveryId}': async () =>
    newDelivery(other.client, await newEndpoint(other.client)),
  '/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver': async () =>
    `${await newDelivery(other.client, await newEndpoint(other.client))}/redeliver`,
};

/** For each filter, a value that the other institution's records have. */
const foreignValues: Readonly<Record<string, (path: string) => string | Promise<string>>> = {
  ids: async (path) => (await other.client.walk(path)).map(({ id }) => id).join(),
  email: () => records.email,
  code: () => records.email,
  search: () => records.email,
  updatedSince: () => records.createdAt,
  locationId: () => records.locationId,
  from: (path) => (path === '/calendar-days' ? dayAt('06:00') : at('06:00')),
  to: (path) => (path === '/calendar-days' ? dayAt('03:30') : at('03:30')),
  courseId: () => records.courseId,
  roomId: () => records.roomId,
  organizerId: () => records.userId,
  userId: () => records.userId,
  userGroupId: () => records.userGroupId,
  resourceId: () => records.userId,
  since: () => records.createdAt,
  eventId: () => records.userId,
};

/** Filters by kind, state and size, which records of all institutions have in common. */
const KINDS = ['types', 'resourceType', 'status', 'capacity', 'position', 'isArchived', 'kind', 'rule', 'state'];

const withId = operations.filter(([, endpoint]) => hasId(endpoint));
/** But those of requests, which have no ids, and which all clients make: test/gateway/requests/get.test.ts. */
const lists = operations.flatMap(([name, endpoint]) =>
  endpoint.kind === 'list' && endpoint.tag !== 'Activity' ? [[name, endpoint] as const] : [],
);
const collections = lists.filter(([, endpoint]) => !hasId(endpoint));
const filtersOf = ({ filters: { properties, required } }: ListEndpoint) =>
  Object.keys(properties).filter((name) => !KINDS.includes(name) && !required?.includes(name));

type Naming = Readonly<Record<string, string>>;

/** Requests as an institution, with its own member where one is required. */
const send = (client: TestClient, endpoint: Endpoint, path: string, headers = {}): Promise<TestAnswer> =>
  sendNaming(client, endpoint, path, (client === school.client ? own : records).member, headers);

const sendNaming = (client: TestClient, endpoint: Endpoint, path: string, member: Naming, headers = {}) =>
  client.send(
    endpoint.method,
    path,
    endpoint.kind === 'write'
      ? { json: bodyOf(endpoint, member), key: true, ifMatch: '*', headers }
      : { query: endpoint.member ? member : {}, headers },
  );

/** The example body, with its member replaced if it has one. */
function bodyOf(endpoint: WriteEndpoint, member: Naming): object {
  const { code: _, ...example } = { code: undefined, ...(endpoint.bodyExample ?? {}) };
  return endpoint.member ? { ...example, ...member } : (endpoint.bodyExample ?? {});
}

/** A response without what differs between requests. */
function shapeOf({ status, headers, body: { instance, ...body } }: TestAnswer): unknown {
  const changing = /^(x-request-id|date|ratelimit-remaining)$/;
  return [status, [...headers].filter(([name]) => !changing.test(name)), withoutCode(body)];
}

/** What a request has named as a code is repeated to it, whoever has that code. */
function withoutCode<T extends { readonly detail?: string }>(body: T): T {
  return body.detail === undefined ? body : { ...body, detail: body.detail.replace(/(has the code ).*$/, '$1…') };
}

it('every path with an id and every filter has a record of another institution here', () => {
  expect(Object.keys(foreignPaths).sort()).toEqual([...new Set(withId.map(([, { path }]) => path))].sort());
  const filters = lists.flatMap(([, endpoint]) => filtersOf(endpoint));
  expect(Object.keys(foreignValues).sort()).toEqual([...new Set(filters)].sort());
});

describe('another institution’s id is answered as an unknown one', () => {
  it.each(withId)('%s', async (_, endpoint) => {
    const path = (await foreignPaths[endpoint.path]?.()) ?? '';
    const foreign = await send(school.client, endpoint, path);
    const unknown = await send(school.client, endpoint, pathWith(endpoint, randomUUID()));
    expect(foreign.status).toBe(404);
    expect(shapeOf(foreign)).toEqual(shapeOf(unknown));
    // The record exists, and its owner can read it.
    expect((await send(other.client, endpoint, path)).status).toBeLessThan(300);
  });

  it.each(withId.filter(([, { kind }]) => kind === 'write'))('%s: and nothing is changed', async (_, endpoint) => {
    const path = (await foreignPaths[endpoint.path]?.()) ?? '';
    const query = queryNaming({ ...endpoint, kind: 'read' } as Endpoint, records.member);
    const before = await other.client.get(path, { query });
    await send(school.client, endpoint, path);
    const ifMatch = before.headers.get('etag') ?? '';
    const json = endpoint.kind === 'write' ? bodyOf(endpoint, own.member) : {};
    expect((await school.client.send(endpoint.method, path, { json, key: true, ifMatch })).status).toBe(404);
    const after = await other.client.get(path, { query });
    expect([after.body.data, after.headers.get('etag')]).toEqual([before.body.data, before.headers.get('etag')]);
  });

  it.each(withId.filter(([, { method }]) => method === 'GET'))('%s: with any condition', async (_, endpoint) => {
    const path = (await foreignPaths[endpoint.path]?.()) ?? '';
    const etag = (await send(other.client, endpoint, path)).headers.get('etag') ?? '*';
    for (const header of [etag, '*']) {
      expect((await send(school.client, endpoint, path, { 'if-none-match': header })).status).toBe(404);
    }
  });
});

describe('a list shows its own institution’s records', () => {
  it.each(collections)('%s: and none of another’s', async (_, endpoint) => {
    const path = endpoint.path + neededQuery(endpoint);
    const [rows, foreign] = await Promise.all([
      school.client.walk(path, queryNaming(endpoint, own.member)),
      other.client.walk(path, queryNaming(endpoint, records.member)),
    ]);
    expect(rows.length).toBeGreaterThan(0);
    expect(foreign.length).toBeGreaterThan(0);
    const idOf = ({ id, userId }: TestAnswer['body']) => id ?? userId;
    const foreignIds = foreign.map(idOf);
    expect(rows.filter((row) => foreignIds.includes(idOf(row)))).toEqual([]);
  });

  const filtered = collections.flatMap(([name, endpoint]) =>
    filtersOf(endpoint).map((filter) => [`${name}?${filter}=`, endpoint, filter] as const),
  );
  it.each(filtered)('%s: a value of another’s finds nothing', async (_, endpoint, filter) => {
    const path = endpoint.path + neededQuery(endpoint);
    const query = { [filter]: (await foreignValues[filter]?.(path)) ?? '' };
    const found = await other.client.walk(path, { ...query, ...queryNaming(endpoint, records.member) });
    expect(found.length).toBeGreaterThan(0);
    expect(await school.client.walk(path, { ...query, ...queryNaming(endpoint, own.member) })).toEqual([]);
  });
});

/** An unknown member, in the same form as a known one. An answer repeats a code, so the unknown one has its length. */
function unknownOf(name: string): string {
  if (name === 'code') return `${randomUUID().slice(0, 8)}${records.email.slice(8)}`;
  return name === 'email' ? `${randomUUID()}@nobody.example` : randomUUID();
}

describe('another institution’s member is answered as an unknown one', () => {
  const naming = operations.filter(([, endpoint]) => endpoint.member);
  const names = [
    ['userId', () => records.userId],
    ['email', () => records.email],
    ['code', () => records.email],
  ] as const;
  const cases = naming.flatMap(([operation, endpoint]) =>
    names.map(([name, value]) => [`${operation} by ${name}`, endpoint, name, value] as const),
  );

  it('in fourteen operations', () => {
    expect(naming).toHaveLength(14);
  });

  it.each(cases)('%s', async (_, endpoint, name, value) => {
    const path = pathWith(endpoint, own.logId) + neededQuery(endpoint);
    const foreign = await sendNaming(school.client, endpoint, path, { [name]: value() });
    const unknown = await sendNaming(school.client, endpoint, path, { [name]: unknownOf(name) });
    expect(foreign.status).toBe(404);
    expect(shapeOf(foreign)).toEqual(shapeOf(unknown));
  });

  it.each(names)('an item of a bulk, by %s', async (name, value) => {
    const items = [value(), unknownOf(name)].map((each) => ({
      [name]: each,
      startTime: at('10:00'),
      endTime: at('11:00'),
    }));
    const { status, body } = await school.client.post('/time-tracking/logs/bulk', { items });
    expect([status, body.data.created]).toEqual([200, []]);
    const [{ index: _, ...foreign }, { index: __, ...unknown }] = body.data.failed;
    expect(foreign.status).toBe(404);
    expect(withoutCode(foreign)).toEqual(withoutCode(unknown));
  });

  it('the log of another member of the own institution is no log of this one', async () => {
    const colleague = await Member.create(school.client);
    const path = `/time-tracking/logs/${own.logId}`;
    const read = await school.client.get(path, { query: { userId: colleague.userId } });
    expect(shapeOf(read)).toEqual(
      shapeOf(await school.client.get(`/time-tracking/logs/${randomUUID()}`, { query: { userId: colleague.userId } })),
    );
    expect(read.status).toBe(404);
    expect((await colleague.change(own.logId, { note: 'x' })).status).toBe(404);
  });

  it('a template is no reference', async () => {
    const worker = await Member.create(school.client);
    must(201, await worker.start());
    const [foreign, unknown] = [
      await worker.post('/timestamps', { templateId: records.templateId }),
      await worker.post('/timestamps', { templateId: randomUUID() }),
    ];
    expect([foreign.status, foreign.body.errors[0].code]).toEqual([422, 'invalid_reference']);
    expect(shapeOf(foreign)).toEqual(shapeOf(unknown));
    must(201, await worker.post('/timestamps', { templateId: own.templateId }));
  });
});
