import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../gateway/endpoint/endpoint.ts';
import { HeldTable } from '../support/held-table.ts';
import { hasId, methodsOf, operations } from '../support/operations.ts';
import { readAnswer, type TestAnswer, type TestClient, type TestRequest } from '../support/test-client.ts';
import { TestCurricula } from '../support/test-curricula.ts';

/** What the operations on curricula refuse, status by status, for each id of each path. */
let curricula: TestCurricula;

beforeAll(async () => {
  curricula = await TestCurricula.start();
});
afterAll(() => curricula.stop());

const all = operations.filter(([, { path }]) => /^\/curricula\b/.test(path));
const lists = all.filter(([, { kind }]) => kind === 'list');
const reads = all.filter(([, { method }]) => method === 'GET');
const withIds = all.flatMap(([name, endpoint]) =>
  [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => [name, parameter, endpoint] as const),
);

/** The path of what the school has, other ids in their places. */
function pathOf({ path }: Endpoint, others: Readonly<Record<string, string>> = {}): string {
  const ids: Record<string, string> = {
    id: curricula.id('curricula/science'),
    versionId: curricula.id('curriculaVersions/first'),
    ...others,
  };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
}

function send(endpoint: Endpoint, path = pathOf(endpoint), client: TestClient = curricula.school.client) {
  const request: TestRequest = endpoint.kind === 'write' ? { json: endpoint.bodyExample, key: true } : {};
  return client.send(endpoint.method, path, request);
}

const seen = ({ status, body }: TestAnswer) => [status, body.code];

it('the requests of these tests succeed but for what each has wrong', async () => {
  for (const [, endpoint] of all) expect((await send(endpoint)).status).toBeLessThan(300);
});

describe('400', () => {
  it.each(lists)('%s: a bad limit', async (_, endpoint) => {
    for (const limit of ['0', '101', '-1', '1.5', '07', 'ten', '']) {
      const { status, body } = await curricula.get(pathOf(endpoint), { limit });
      expect([limit, status, body.code, body.errors[0].field]).toEqual([limit, 400, 'bad_request', 'limit']);
    }
  });

  it.each(reads)('%s: an unknown or empty field', async (_, endpoint) => {
    for (const fields of ['nope', '', 'id,', 'ID', 'curricula.id']) {
      const { status, body } = await curricula.get(pathOf(endpoint), { fields });
      expect([fields, status, body.code, body.errors[0].field]).toEqual([fields, 400, 'bad_request', 'fields']);
    }
  });

  it.each(lists)('%s: a cursor that is not this list’s', async (name, endpoint) => {
    const others = { versionId: curricula.id('curriculaVersions/second'), id: curricula.id('curricula/arts') };
    const cursors = await Promise.all(
      lists.map(async ([each, list]) => {
        const { body } = await curricula.get(pathOf(list), { limit: '1' });
        return { each, cursor: String(body.pagination.next_cursor) };
      }),
    );
    const own = cursors.find(({ each }) => each === name)?.cursor ?? '';
    expect((await curricula.get(pathOf(endpoint), { cursor: own })).status).toBe(200);
    const foreign = cursors.filter(({ each }) => each !== name).map(({ cursor }) => cursor);
    for (const cursor of [...foreign, `${own}x`, own.slice(1), 'x', '']) {
      expect(seen(await curricula.get(pathOf(endpoint), { cursor }))).toEqual([400, 'invalid_cursor']);
    }
    if (hasId(endpoint))
      expect(seen(await curricula.get(pathOf(endpoint, others), { cursor: own }))).toEqual([400, 'invalid_cursor']);
    const { status, body } = await curricula.other.client.get(pathOf(endpoint), { query: { cursor: own } });
    expect([status, body.code]).toEqual([400, 'invalid_cursor']);
  });

  it('POST …/pathways: a fault of the body comes before 404', async () => {
    const path = `/curricula/${randomUUID()}/versions/${randomUUID()}/pathways`;
    expect(seen(await curricula.school.client.post(path, { name: 'P' }))).toEqual([400, 'bad_request']);
  });
});

describe('401', () => {
  it.each(all)('%s: without valid credentials', async (_, endpoint) => {
    const wrong = `Basic ${Buffer.from(`${curricula.school.client.clientId}:wrong`).toString('base64')}`;
    for (const headers of [{}, { authorization: wrong }]) {
      const url = `${curricula.system.url}/api/v4${pathOf(endpoint)}`;
      const answer = await readAnswer(await fetch(url, { method: endpoint.method, headers }), endpoint.method);
      expect(seen(answer)).toEqual([401, 'unauthorized']);
      expect(answer.headers.get('www-authenticate')).toBe('Basic realm="api", charset="UTF-8"');
    }
  });
});

describe('404', () => {
  it.each(withIds)('%s: an unknown %s, or another institution’s', async (_, parameter, endpoint) => {
    const foreign = {
      id: curricula.id('curricula/science', curricula.other),
      versionId: curricula.id('curriculaVersions/first', curricula.other),
    }[parameter];
    const unknown = [randomUUID(), '00000000-0000-0000-0000-000000000000', 'no-uuid', '-', 'x'.repeat(64), foreign];
    for (const id of unknown) {
      const answer = await send(endpoint, pathOf(endpoint, { [parameter]: id ?? '' }));
      expect([id, ...seen(answer)]).toEqual([id, 404, 'resource_not_found']);
    }
  });

  it.each(all.filter(([, { path }]) => path.includes('{versionId}')))(
    '%s: a version of another curriculum, and what is no version',
    async (_, endpoint) => {
      const others = [
        { id: curricula.id('curricula/arts') },
        { versionId: curricula.id('curricula/science') },
        { versionId: curricula.id('pathways/early') },
        { id: curricula.id('curriculaVersions/first') },
      ];
      for (const ids of others)
        expect(seen(await send(endpoint, pathOf(endpoint, ids)))).toEqual([404, 'resource_not_found']);
    },
  );

  it.each(all.filter(([, endpoint]) => hasId(endpoint)))(
    '%s: all ids another institution’s, as unknown ones',
    async (_, endpoint) => {
      const stranger = await send(endpoint, pathOf(endpoint), curricula.other.client);
      const unknown = await send(endpoint, pathOf(endpoint, { id: randomUUID() }), curricula.other.client);
      const { instance: _own, ...problem } = stranger.body;
      expect(unknown.body).toMatchObject(problem);
      expect(seen(stranger)).toEqual([404, 'resource_not_found']);
    },
  );

  it('an empty id makes another path', async () => {
    for (const path of ['/curricula/', '/curricula//versions', '/curricula//versions//pathways']) {
      expect(seen(await curricula.get(path))).toEqual([404, 'resource_not_found']);
    }
  });
});

describe('405', () => {
  it.each(all)('%s: the path has no other methods', async (_, endpoint) => {
    const allowed = methodsOf(endpoint);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => !allowed.includes(each))) {
      const answer = await curricula.school.client.send(method, pathOf(endpoint), { json: {} });
      expect([method, ...seen(answer)]).toEqual([method, 405, 'bad_request']);
      expect(answer.headers.get('allow')).toBe(allowed.join(', '));
    }
  });
});

describe('POST /curricula/{id}/versions/{versionId}/pathways', () => {
  const path = () => `${curricula.versionPath()}/pathways`;
  const post = (request: TestRequest) => curricula.school.client.send('POST', path(), { key: true, ...request });

  it('400: a body that is no JSON, or none', async () => {
    for (const request of [{ text: '{' }, { text: '' }, {}])
      expect(seen(await post(request))).toEqual([400, 'bad_request']);
  });

  it.each([[[]], ['text'], [1], [null]])('400: a body that is no object: %j', async (json) => {
    const { status, body } = await post({ json });
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ pointer: '', code: 'invalid_type' })]]);
  });

  it('413: a body of more than 1 MiB', async () => {
    expect(seen(await post({ text: ' '.repeat(2 ** 20 + 1) }))).toEqual([413, 'bad_request']);
  });

  it('415: a body that is not called application/json', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect(seen(await post({ text: '{}', headers }))).toEqual([415, 'bad_request']);
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

  it('all ids that are none at once', async () => {
    const { body } = await curricula.get('/curricula/a.b/versions/c.d');
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['id', 'versionId']);
  });
});

describe('429', () => {
  it('every operation refuses a client that has asked too often', async () => {
    const client = await curricula.system.newClient(curricula.school.id);
    for (let round = 0; round < 20; round++)
      await Promise.all(Array.from({ length: 50 }, () => client.get('/nothing')));
    for (const [, endpoint] of all) {
      const answer = await send(endpoint, pathOf(endpoint), client);
      expect(seen(answer)).toEqual([429, 'rate_limit_exceeded']);
      expect(answer.headers.get('retry-after')).toBe('60');
    }
  });
});

describe('503', () => {
  let slow: TestCurricula;
  beforeAll(async () => {
    slow = await TestCurricula.start({ requestTimeoutMs: 1_000 });
  });
  afterAll(() => slow.stop());

  it('every operation while the database does not answer; the same requests succeed when it does', async () => {
    const ids = { id: slow.id('curricula/science'), versionId: slow.id('curriculaVersions/first') };
    const requests = all.map(([, endpoint]) => {
      const request = endpoint.kind === 'write' ? { json: endpoint.bodyExample, key: randomUUID() } : {};
      return () => slow.school.client.send(endpoint.method, pathOf(endpoint, ids), request);
    });
    const held = await HeldTable.hold(
      slow.system.databases.url('curricula'),
      'curricula, curriculum_versions',
      'reads',
    );
    const answers = await Promise.all(requests.map((request) => request())).finally(() => held.release());
    for (const answer of answers) {
      expect([...seen(answer), answer.headers.get('retry-after')]).toEqual([503, 'internal_error', '1']);
    }
    for (const request of requests) expect((await request()).status).toBeLessThan(300);
    const { body } = await slow.get(`${slow.versionPath()}/pathways`);
    expect(body.data).toHaveLength(4);
  });
});
