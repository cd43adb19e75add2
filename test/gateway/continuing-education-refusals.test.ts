import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../gateway/endpoint/endpoint.ts';
import { HeldTable } from '../support/held-table.ts';
import { hasId, methodsOf, operations } from '../support/operations.ts';
import { readAnswer, type TestAnswer, type TestClient, type TestRequest } from '../support/test-client.ts';
import { TestPrograms } from '../support/test-programs.ts';

/** What the operations on programs refuse, status by status, for each id of each path. */
let programs: TestPrograms;

beforeAll(async () => {
  programs = await TestPrograms.start();
});
afterAll(() => programs.stop());

const all = operations.filter(([, { path }]) => /^\/continuing-education\b/.test(path));
const lists = all.filter(([, { kind }]) => kind === 'list');
const reads = all.filter(([, { method }]) => method === 'GET');
const keyed = all.filter(([, endpoint]) => endpoint.kind === 'write' && endpoint.idempotencyKey);
const withIds = all.flatMap(([name, endpoint]) =>
  [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => [name, parameter, endpoint] as const),
);

/** The path of what the school has, other ids in their places. */
function pathOf({ path }: Endpoint, others: Readonly<Record<string, string>> = {}, at = programs): string {
  const ids: Record<string, string> = {
    id: at.id('programs/care'),
    versionId: at.id('programVersions/care-26'),
    ...others,
  };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
}

function requestOf(endpoint: Endpoint): TestRequest {
  return endpoint.kind === 'write' ? { json: endpoint.bodyExample, key: randomUUID() } : {};
}

function send(endpoint: Endpoint, path = pathOf(endpoint), client: TestClient = programs.school.client) {
  return client.send(endpoint.method, path, requestOf(endpoint));
}

const seen = ({ status, body }: TestAnswer) => [status, body.code];

it('the requests of these tests succeed but for what each has wrong', async () => {
  expect(all.map(([name]) => name)).toEqual([
    'GET /continuing-education',
    'POST /continuing-education',
    'GET /continuing-education/{id}',
    'GET /continuing-education/{id}/versions',
    'POST /continuing-education/{id}/versions',
    'GET /continuing-education/{id}/versions/{versionId}',
    'PATCH /continuing-education/{id}/versions/{versionId}',
  ]);
  for (const [, endpoint] of all) expect((await send(endpoint)).status).toBeLessThan(300);
});

describe('400', () => {
  it.each(lists)('%s: a bad limit', async (_, endpoint) => {
    for (const limit of ['0', '101', '-1', '1.5', '07', 'ten', '']) {
      const { status, body } = await programs.get(pathOf(endpoint), { limit });
      expect([limit, status, body.code, body.errors[0].field]).toEqual([limit, 400, 'bad_request', 'limit']);
    }
  });

  it.each(reads)('%s: an unknown or empty field', async (_, endpoint) => {
    for (const fields of ['nope', '', 'id,', 'createdAt', 'firstVersion.id']) {
      const { status, body } = await programs.get(pathOf(endpoint), { fields });
      expect([fields, status, body.code, body.errors[0].field]).toEqual([fields, 400, 'bad_request', 'fields']);
    }
  });

  it.each(lists)('%s: a cursor that is not this list’s', async (name, endpoint) => {
    const cursors = await Promise.all(
      lists.map(async ([each, list]) => {
        const { body } = await programs.get(pathOf(list), { limit: '1' });
        return { each, cursor: String(body.pagination.next_cursor) };
      }),
    );
    const own = cursors.find(({ each }) => each === name)?.cursor ?? '';
    expect((await programs.get(pathOf(endpoint), { cursor: own })).status).toBe(200);
    const foreign = cursors.filter(({ each }) => each !== name).map(({ cursor }) => cursor);
    for (const cursor of [...foreign, `${own}x`, own.slice(1), 'x', '']) {
      expect(seen(await programs.get(pathOf(endpoint), { cursor }))).toEqual([400, 'invalid_cursor']);
    }
    if (hasId(endpoint)) {
      const another = pathOf(endpoint, { id: programs.id('programs/data') });
      expect(seen(await programs.get(another, { cursor: own }))).toEqual([400, 'invalid_cursor']);
    } else
      expect(seen(await programs.get(pathOf(endpoint), { cursor: own, code: 'x' }))).toEqual([400, 'invalid_cursor']);
    const { status, body } = await programs.other.client.get(pathOf(endpoint), { query: { cursor: own } });
    expect([status, body.code]).toEqual([400, 'invalid_cursor']);
  });

  it.each(keyed)('%s: no key', async (_, endpoint) => {
    const { key, ...request } = requestOf(endpoint);
    expect(seen(await programs.school.client.send(endpoint.method, pathOf(endpoint), request))).toEqual([
      400,
      'bad_request',
    ]);
  });
});

describe('401', () => {
  it.each(all)('%s: without valid credentials', async (_, endpoint) => {
    const wrong = `Basic ${Buffer.from(`${programs.school.client.clientId}:wrong`).toString('base64')}`;
    for (const headers of [{}, { authorization: wrong }]) {
      const url = `${programs.system.url}/api/v4${pathOf(endpoint)}`;
      const answer = await readAnswer(await fetch(url, { method: endpoint.method, headers }), endpoint.method);
      expect(seen(answer)).toEqual([401, 'unauthorized']);
      expect(answer.headers.get('www-authenticate')).toBe('Basic realm="api", charset="UTF-8"');
    }
  });
});

describe('404', () => {
  it.each(withIds)('%s: an unknown %s, or another institution’s', async (_, parameter, endpoint) => {
    const foreign = {
      id: programs.id('programs/care', programs.other),
      versionId: programs.id('programVersions/care-26', programs.other),
    }[parameter];
    const unknown = [randomUUID(), '00000000-0000-0000-0000-000000000000', 'no-uuid', '-', 'x'.repeat(64), foreign];
    for (const id of unknown) {
      const answer = await send(endpoint, pathOf(endpoint, { [parameter]: id ?? '' }));
      expect([id, ...seen(answer)]).toEqual([id, 404, 'resource_not_found']);
    }
  });

  it.each(all.filter(([, { path }]) => path.includes('{versionId}')))(
    '%s: a version of another program, and what is no version',
    async (_, endpoint) => {
      const others = [
        { id: programs.id('programs/data') },
        { versionId: programs.id('programs/care') },
        { versionId: programs.id('cohorts/autumn') },
        { id: programs.id('programVersions/care-26') },
      ];
      for (const ids of others)
        expect(seen(await send(endpoint, pathOf(endpoint, ids)))).toEqual([404, 'resource_not_found']);
    },
  );

  it.each(all.filter(([, endpoint]) => hasId(endpoint)))(
    '%s: all ids another institution’s, as unknown ones',
    async (_, endpoint) => {
      const stranger = await send(endpoint, pathOf(endpoint), programs.other.client);
      const unknown = await send(endpoint, pathOf(endpoint, { id: randomUUID() }), programs.other.client);
      const { instance: _own, ...problem } = stranger.body;
      expect(unknown.body).toMatchObject(problem);
      expect(seen(stranger)).toEqual([404, 'resource_not_found']);
    },
  );

  it('comes before 412, and behind a fault of the body', async () => {
    const path = `${programs.path()}/versions/${randomUUID()}`;
    const patch = (json: object) => programs.school.client.patch(path, json, { ifMatch: '"x"' });
    expect(seen(await patch({ name: 'N' }))).toEqual([404, 'resource_not_found']);
    expect(seen(await patch({ name: '' }))).toEqual([422, 'validation_failed']);
  });
});

describe('405', () => {
  it.each(all)('%s: the path has no other methods', async (_, endpoint) => {
    const allowed = methodsOf(endpoint);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => !allowed.includes(each))) {
      const answer = await programs.school.client.send(method, pathOf(endpoint), { json: {} });
      expect([method, ...seen(answer)]).toEqual([method, 405, 'bad_request']);
      expect(answer.headers.get('allow')).toBe(allowed.join(', '));
    }
  });
});

describe('409', () => {
  it.each(keyed)('%s: a key whose first request still runs', async (_, endpoint) => {
    const request = requestOf(endpoint);
    const once = () => programs.school.client.send(endpoint.method, pathOf(endpoint), request);
    const held = await HeldTable.hold(programs.system.databases.url('curricula'), 'program_versions');
    const running = once();
    await held.waiters(1);
    const answer = await once();
    await held.release();
    expect([...seen(answer), answer.headers.get('retry-after')]).toEqual([409, 'conflict', '1']);
    expect((await running).status).toBe(201);
    expect((await once()).text).toBe((await running).text);
  });
});

describe('422', () => {
  it.each(withIds)('%s: what can be no %s', async (_, parameter, endpoint) => {
    for (const bad of ['x'.repeat(65), 'a.b', '%C3%B6', 'a%00b', 'a%20b', "'", '%zz']) {
      const { status, body } = await send(endpoint, pathOf(endpoint, { [parameter]: bad }));
      const fields = body.errors.map(({ field }: { field: string }) => field);
      expect([bad, status, body.code, fields]).toEqual([bad, 422, 'validation_failed', [parameter]]);
    }
  });
});

describe('429', () => {
  it('every operation refuses a client that has asked too often', async () => {
    const client = await programs.system.newClient(programs.school.id);
    for (let round = 0; round < 20; round++)
      await Promise.all(Array.from({ length: 50 }, () => client.get('/nothing')));
    for (const [, endpoint] of all) {
      const answer = await send(endpoint, pathOf(endpoint), client);
      expect(seen(answer)).toEqual([429, 'rate_limit_exceeded']);
      expect(answer.headers.get('retry-after')).toBe('60');
    }
  });
});
