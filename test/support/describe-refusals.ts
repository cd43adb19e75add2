import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../gateway/endpoint/endpoint.ts';
import { exampleRequest, hasId, methodsOf, type Operation, pathNaming } from './operations.ts';
import { readAnswer, type TestClient } from './test-client.ts';
import type { TestAnswer } from './test-messages.ts';
import type { TestInstitution, TestSystem } from './test-system.ts';

/** Ids by the names of path parameters: `id`, `versionId`. */
export type PathIds = Readonly<Record<string, string>>;

export interface RefusalsUnderTest {
  readonly system: TestSystem;
  readonly school: TestInstitution;
  readonly other: TestInstitution;
  /** Ids of the school's records with which every operation succeeds; each list has a second page of at least one row. */
  own(endpoint: Endpoint): PathIds;
  /** Ids of other records of the school. */
  another(endpoint: Endpoint): PathIds;
  /** Ids of records of the other institution. */
  foreign(endpoint: Endpoint): PathIds;
}

interface Refusals {
  /** Fields these operations do not have, in addition to those no operation has. */
  readonly unknownFields: readonly string[];
  readonly subject: () => RefusalsUnderTest;
  /** Ids of records that exist, but not at paths with a `versionId`. */
  readonly strays?: { readonly title: string; readonly ids: () => readonly PathIds[] };
}

/** Errors common to all operations, by status, for each id of each path (decisions 1.1, 1.3, 2 to 4). */
export function describeRefusals(all: readonly Operation[], { unknownFields, subject, strays }: Refusals): void {
  const lists = all.filter(([, { kind }]) => kind === 'list');
  const reads = all.filter(([, { method }]) => method === 'GET');
  const keyed = all.filter(([, endpoint]) => endpoint.kind === 'write' && endpoint.idempotencyKey === 'required');
  const withIds = all.flatMap(([name, endpoint]) =>
    [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => [name, parameter, endpoint] as const),
  );
  const pathOf = (endpoint: Endpoint, others: PathIds = {}) =>
    pathNaming(endpoint, { ...subject().own(endpoint), ...others });
  const send = (endpoint: Endpoint, path = pathOf(endpoint), client: TestClient = subject().school.client) =>
    client.send(endpoint.method, path, exampleRequest(endpoint));
  const get = (path: string, query: Readonly<Record<string, string>>) => subject().school.client.get(path, { query });

  it('the requests of these tests succeed without their errors', async () => {
    for (const [, endpoint] of all) expect((await send(endpoint)).status).toBeLessThan(300);
  });

  describe('400', () => {
    it.each(lists)('%s: a bad limit', async (_, endpoint) => {
      for (const limit of ['0', '101', '-1', '1.5', '07', 'ten', '']) {
        const { status, body } = await get(pathOf(endpoint), { limit });
        expect([limit, status, body.code, body.errors[0].field]).toEqual([limit, 400, 'bad_request', 'limit']);
      }
    });

    it.each(reads)('%s: an unknown or empty field', async (_, endpoint) => {
      for (const fields of ['nope', '', 'id,', 'ID', ...unknownFields]) {
        const { status, body } = await get(pathOf(endpoint), { fields });
        expect([fields, status, body.code, body.errors[0].field]).toEqual([fields, 400, 'bad_request', 'fields']);
      }
    });

    it.each(lists)('%s: a cursor that is not this list’s', async (name, endpoint) => {
      const cursors = await Promise.all(
        lists.map(async ([each, list]) => {
          const { body } = await get(pathOf(list), { limit: '1' });
          return { each, cursor: String(body.pagination.next_cursor) };
        }),
      );
      const own = cursors.find(({ each }) => each === name)?.cursor ?? '';
      expect((await get(pathOf(endpoint), { cursor: own })).status).toBe(200);
      const foreign = cursors.filter(({ each }) => each !== name).map(({ cursor }) => cursor);
      for (const cursor of [...foreign, `${own}x`, own.slice(1), 'x', ''])
        expect([cursor, ...seen(await get(pathOf(endpoint), { cursor }))]).toEqual([cursor, ...INVALID_CURSOR]);
      if (hasId(endpoint))
        expect(seen(await get(pathOf(endpoint, subject().another(endpoint)), { cursor: own }))).toEqual(INVALID_CURSOR);
      for (const [filter, value] of filtersOf(endpoint))
        expect(seen(await get(pathOf(endpoint), { cursor: own, [filter]: value }))).toEqual(INVALID_CURSOR);
      const stranger = subject().other.client.get(pathOf(endpoint), { query: { cursor: own } });
      expect(seen(await stranger)).toEqual(INVALID_CURSOR);
    });

    it.each(keyed)('%s: no key', async (_, endpoint) => {
      const { key, ...request } = exampleRequest(endpoint);
      const answer = await subject().school.client.send(endpoint.method, pathOf(endpoint), request);
      expect(seen(answer)).toEqual([400, 'bad_request']);
    });
  });

  describe('401', () => {
    it.each(all)('%s: without valid credentials', async (_, endpoint) => {
      const { school, system } = subject();
      const wrong = `Basic ${Buffer.from(`${school.client.clientId}:wrong`).toString('base64')}`;
      for (const headers of [{}, { authorization: wrong }]) {
        const url = `${system.url}/api/v4${pathOf(endpoint)}`;
        const answer = await readAnswer(await fetch(url, { method: endpoint.method, headers }), endpoint.method);
        expect(seen(answer)).toEqual([401, 'unauthorized']);
        expect(answer.headers.get('www-authenticate')).toBe('Basic realm="api", charset="UTF-8"');
      }
    });
  });

  describe('404', () => {
    it.each(withIds)('%s: an unknown %s, or another institution’s', async (_, parameter, endpoint) => {
      const foreign = subject().foreign(endpoint)[parameter] ?? '';
      const unknown = [randomUUID(), '00000000-0000-0000-0000-000000000000', 'no-uuid', '-', 'x'.repeat(64), foreign];
      for (const id of unknown) {
        const answer = await send(endpoint, pathOf(endpoint, { [parameter]: id }));
        expect([id, ...seen(answer)]).toEqual([id, ...NOT_FOUND]);
      }
    });

    it.each(strays ? all.filter(([, { path }]) => path.includes('{versionId}')) : [])(
      `%s: ${strays?.title}`,
      async (_, endpoint) => {
        for (const ids of strays?.ids() ?? [])
          expect([ids, ...seen(await send(endpoint, pathOf(endpoint, ids)))]).toEqual([ids, ...NOT_FOUND]);
      },
    );

    it.each(all.filter(([, endpoint]) => hasId(endpoint)))(
      '%s: ids of another institution look like unknown ids',
      async (_, endpoint) => {
        const { client } = subject().other;
        const stranger = await send(endpoint, pathOf(endpoint), client);
        const unknown = await send(endpoint, pathOf(endpoint, { id: randomUUID() }), client);
        const { instance: _own, ...problem } = stranger.body;
        expect(unknown.body).toMatchObject(problem);
        expect(seen(stranger)).toEqual(NOT_FOUND);
      },
    );
  });

  describe('405', () => {
    it.each(all)('%s: rejects the other methods on its path', async (_, endpoint) => {
      const allowed = methodsOf(endpoint);
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => !allowed.includes(each))) {
        const answer = await subject().school.client.send(method, pathOf(endpoint), { json: {} });
        expect([method, ...seen(answer)]).toEqual([method, 405, 'bad_request']);
        expect(answer.headers.get('allow')).toBe(allowed.join(', '));
      }
    });
  });

  describe('422', () => {
    it.each(withIds)('%s: a malformed %s', async (_, parameter, endpoint) => {
      for (const bad of ['x'.repeat(65), 'a.b', '%C3%B6', 'a%00b', 'a%20b', "'", '%zz']) {
        const { status, body } = await send(endpoint, pathOf(endpoint, { [parameter]: bad }));
        const fields = body.errors.map(({ field }: { field: string }) => field);
        expect([bad, status, body.code, fields]).toEqual([bad, 422, 'validation_failed', [parameter]]);
      }
    });
  });

  describe('429', () => {
    it('every operation rejects a client that is over its rate limit', async () => {
      const { system, school } = subject();
      const client = await system.newClient(school.id);
      for (let round = 0; round < 20; round++)
        await Promise.all(Array.from({ length: 50 }, () => client.get('/nothing')));
      for (const [, endpoint] of all) {
        const answer = await send(endpoint, pathOf(endpoint), client);
        expect(seen(answer)).toEqual([429, 'rate_limit_exceeded']);
        expect(answer.headers.get('retry-after')).toBe('60');
      }
    });
  });
}

const NOT_FOUND = [404, 'resource_not_found'];
const INVALID_CURSOR = [400, 'invalid_cursor'];

const seen = ({ status, body }: TestAnswer) => [status, body.code];

/** The filters of a list, each with a value. */
function filtersOf(endpoint: Endpoint): [name: string, value: string][] {
  if (endpoint.kind !== 'list') return [];
  const names = Object.keys(endpoint.filters.properties);
  return Object.entries({ code: 'x', locationId: 'x', isArchived: 'true' }).filter(([name]) => names.includes(name));
}
