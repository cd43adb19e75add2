import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint, ListEndpoint } from '../../gateway/endpoint/endpoint.ts';
import { hasId, operations, pathWith } from '../support/operations.ts';
import type { TestAnswer, TestClient } from '../support/test-client.ts';
import { importCurricula } from '../support/test-curricula.ts';
import { importCourses, newUser } from '../support/test-directory.ts';
import { importInto } from '../support/test-places.ts';
import { importPrograms } from '../support/test-programs.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';

/**
 * Another institution's records are, to every operation, records that do not exist (spec: Authentication, 3). Driven by the list of routes:
 * a route or a filter that has no record below fails the test.
 */
let system: TestSystem;
let school: TestInstitution;
let other: TestInstitution;
let records: Awaited<ReturnType<typeof newRecords>>;

beforeAll(async () => {
  system = await TestSystem.start();
  [school, other] = await Promise.all([system.newInstitution(), system.newInstitution()]);
  await newRecords(school, { isArchived: false });
  system.clock.advance(1_000);
  records = await newRecords(other, { isArchived: true });
});
afterAll(() => system.stop());

/** Something of everything. @param isArchived whether what a list filters by it is archived */
async function newRecords(institution: TestInstitution, { isArchived }: { isArchived: boolean }) {
  const email = `${randomUUID()}@school.example`;
  const user = await newUser(institution.client, { email, code: email });
  const [course] = await importCourses(institution, [{ code: email }]);
  const rooms = [{ ref: 'r', name: 'R', setups: [{ ref: 's', name: 'S' }] }];
  const places = await importInto(institution, [{ ref: 'l', name: 'L', address: 'S', rooms }]);
  const versions = [{ ref: 'v', version: '1', name: 'V' }];
  const curricula = await importCurricula(institution, [{ ref: 'c', name: 'C', isArchived, versions }]);
  const programVersions = [{ ref: 'pv', name: 'V' }];
  const programs = await importPrograms(institution, [
    { ref: 'p', name: 'P', code: email, isArchived, versions: programVersions },
  ]);
  return {
    email,
    createdAt: user.data.createdAt,
    userId: user.id,
    courseId: course?.id ?? '',
    locationId: places['locations/l'] ?? '',
    roomId: places['rooms/r'] ?? '',
    curriculumId: curricula['curricula/c'] ?? '',
    curriculumVersionId: curricula['curriculaVersions/v'] ?? '',
    programId: programs['programs/p'] ?? '',
    programVersionId: programs['programVersions/pv'] ?? '',
  };
}

/** For each path with ids, the other institution's record at it. */
const foreignPaths: Readonly<Record<string, () => string>> = {
  '/users/{id}': () => `/users/${records.userId}`,
  '/courses/{id}': () => `/courses/${records.courseId}`,
  '/locations/{id}': () => `/locations/${records.locationId}`,
  '/locations/{id}/rooms': () => `/locations/${records.locationId}/rooms`,
  '/rooms/{id}': () => `/rooms/${records.roomId}`,
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
};

/** For each filter, a value that the other institution's records have. */
const foreignValues: Readonly<Record<string, () => string>> = {
  email: () => records.email,
  code: () => records.email,
  updatedSince: () => records.createdAt,
  locationId: () => records.locationId,
  isArchived: () => 'true',
};

const withId = operations.filter(([, endpoint]) => hasId(endpoint));
const lists = operations.flatMap(([name, endpoint]) => (endpoint.kind === 'list' ? [[name, endpoint] as const] : []));
const collections = lists.filter(([, endpoint]) => !hasId(endpoint));
const filtersOf = ({ filters }: ListEndpoint) => Object.keys(filters.properties);

const send = (client: TestClient, endpoint: Endpoint, path: string): Promise<TestAnswer> =>
  endpoint.kind === 'write'
    ? client.send(endpoint.method, path, { json: endpoint.bodyExample ?? {}, key: true, ifMatch: '*' })
    : client.send(endpoint.method, path);

/** All of an answer but what differs from request to request. */
function shapeOf({ status, headers, body: { instance, ...body } }: TestAnswer): unknown {
  const changing = /^(x-request-id|date|ratelimit-remaining)$/;
  return [status, [...headers].filter(([name]) => !changing.test(name)), body];
}

it('every path with an id and every filter has a record of another institution here', () => {
  expect(Object.keys(foreignPaths).sort()).toEqual([...new Set(withId.map(([, { path }]) => path))].sort());
  const filters = lists.flatMap(([, endpoint]) => filtersOf(endpoint));
  expect(Object.keys(foreignValues).sort()).toEqual([...new Set(filters)].sort());
});

describe('another institution’s id is answered as an unknown one', () => {
  it.each(withId)('%s', async (_, endpoint) => {
    const path = foreignPaths[endpoint.path]?.() ?? '';
    const foreign = await send(school.client, endpoint, path);
    const unknown = await send(school.client, endpoint, pathWith(endpoint, randomUUID()));
    expect(foreign.status).toBe(404);
    expect(shapeOf(foreign)).toEqual(shapeOf(unknown));
    // The record is there, and whose it is may have it.
    expect((await send(other.client, endpoint, path)).status).toBeLessThan(300);
  });

  it.each(withId.filter(([, { kind }]) => kind === 'write'))('%s: and nothing is changed', async (_, endpoint) => {
    const path = foreignPaths[endpoint.path]?.() ?? '';
    const before = await other.client.get(path);
    await send(school.client, endpoint, path);
    const ifMatch = before.headers.get('etag') ?? '';
    const json = endpoint.kind === 'write' ? endpoint.bodyExample : undefined;
    expect((await school.client.send(endpoint.method, path, { json, key: true, ifMatch })).status).toBe(404);
    const after = await other.client.get(path);
    expect([after.body.data, after.headers.get('etag')]).toEqual([before.body.data, before.headers.get('etag')]);
  });

  it.each(withId.filter(([, { method }]) => method === 'GET'))('%s: whatever the condition', async (_, endpoint) => {
    const path = foreignPaths[endpoint.path]?.() ?? '';
    const etag = (await other.client.get(path)).headers.get('etag') ?? '*';
    for (const header of [etag, '*']) {
      expect((await school.client.get(path, { headers: { 'if-none-match': header } })).status).toBe(404);
    }
  });
});

describe('a list shows its own institution’s records', () => {
  it.each(collections)('%s: and none of another’s', async (_, { path }) => {
    const [own, foreign] = await Promise.all([school.client.walk(path), other.client.walk(path)]);
    expect(own.length).toBeGreaterThan(0);
    expect(foreign.length).toBeGreaterThan(0);
    const foreignIds = foreign.map(({ id }) => id);
    expect(own.filter(({ id }) => foreignIds.includes(id))).toEqual([]);
  });

  const filtered = collections.flatMap(([name, endpoint]) =>
    filtersOf(endpoint).map((filter) => [`${name}?${filter}=`, endpoint, filter] as const),
  );
  it.each(filtered)('%s: a value of another’s finds nothing', async (_, { path }, filter) => {
    const query = { [filter]: foreignValues[filter]?.() ?? '' };
    expect((await other.client.walk(path, query)).length).toBeGreaterThan(0);
    expect(await school.client.walk(path, query)).toEqual([]);
  });
});
