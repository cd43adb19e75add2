import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImportService } from '../../proto/gen/lyceum/locations/v1/import_pb.ts';
import { bundle, idsOf, type Records } from '../../services/locations/testing/bundle.ts';
import { readAnswer, type TestAnswer } from '../support/test-client.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';

let system: TestSystem;
let school: TestInstitution;
let other: TestInstitution;
let ids: Record<string, string>;

beforeAll(async () => {
  system = await TestSystem.start();
  [school, other] = await Promise.all([system.newInstitution(), system.newInstitution()]);
  ids = await importInto(school, bundle);
});
afterAll(() => system.stop());

async function importInto(institution: TestInstitution, records: Records): Promise<Record<string, string>> {
  return idsOf((await institution.operator(ImportService.method.importLocations, { records })).records);
}

function id(name: string): string {
  return ids[name] ?? '';
}

function get(path: string, query: Readonly<Record<string, string>> = {}): Promise<TestAnswer> {
  return school.client.get(path, { query });
}

/** The path of each operation, of records that exist. */
const paths: readonly [operation: string, path: () => string][] = [
  ['GET /locations', () => '/locations'],
  ['GET /locations/{id}', () => `/locations/${id('locations/harbour')}`],
  ['GET /locations/{id}/rooms', () => `/locations/${id('locations/harbour')}/rooms`],
  ['GET /rooms', () => '/rooms'],
  ['GET /rooms/{id}', () => `/rooms/${id('rooms/hall')}`],
];
const withId = paths.filter(([operation]) => operation.includes('{id}'));
const reads = paths.filter(([operation]) => operation.endsWith('{id}'));
const lists = paths.filter(([operation]) => !operation.endsWith('{id}'));

function locationOf(name: string) {
  return name === 'hill'
    ? { id: id('locations/hill'), name: 'Hill', address: 'Street 2', institutionId: school.id, _count: { rooms: 1 } }
    : {
        id: id('locations/harbour'),
        name: 'Harbour',
        address: 'Street 1',
        institutionId: school.id,
        _count: { rooms: 2 },
      };
}

function hall() {
  return {
    id: id('rooms/hall'),
    name: 'Hall',
    locationId: id('locations/harbour'),
    institutionId: school.id,
    capacity: 40,
    isArchived: false,
    setups: [
      { id: id('setups/circle'), name: 'Circle', capacity: null, isDefault: false },
      { id: id('setups/rows'), name: 'Rows', capacity: 36, isDefault: true },
    ],
    createdAt: '2026-10-05T08:00:00.000Z',
    updatedAt: '2026-10-05T08:00:00.000Z',
  };
}

describe('200', () => {
  it('GET /locations: all in the order of name, with their room counts', async () => {
    const { status, body } = await get('/locations');
    expect(status).toBe(200);
    expect(body.data).toEqual([locationOf('harbour'), locationOf('hill')]);
    expect(body.pagination).toEqual({ next_cursor: null, has_more: false, limit: 50 });
    expect(body.meta).toMatchObject({ timestamp: '2026-10-05T08:00:00.000Z', version: 'v4' });
  });

  it('GET /locations/{id}: the location with a strong ETag', async () => {
    const { status, headers, body } = await get(`/locations/${id('locations/harbour')}`);
    expect(status).toBe(200);
    expect(body.data).toEqual(locationOf('harbour'));
    expect(body.meta.requestId).toBe(headers.get('x-request-id'));
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
  });

  it('GET /rooms/{id}: the room with its setups by name', async () => {
    const { status, headers, body } = await get(`/rooms/${id('rooms/hall')}`);
    expect(status).toBe(200);
    expect(body.data).toEqual(hall());
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
  });

  it('GET /rooms: all in the order of name by code point', async () => {
    const { status, body } = await get('/rooms');
    expect(status).toBe(200);
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Hall', 'attic', 'Überraum']);
    expect(body.data[0]).toEqual(hall());
    expect(body.data[1]).toMatchObject({ capacity: null, setups: [] });
    expect(body.data[2]).toMatchObject({ capacity: 0 });
  });

  it('GET /rooms: those of a location, none of an unknown one', async () => {
    const { body } = await get('/rooms', { locationId: id('locations/hill') });
    expect(body.data.map((room: { id: string }) => room.id)).toEqual([id('rooms/attic')]);
    const elsewhere = await importInto(other, bundle);
    for (const locationId of [randomUUID(), 'no-uuid', '', 'ö/..', elsewhere['locations/harbour'] ?? '']) {
      const answer = await get('/rooms', { locationId });
      expect([answer.status, answer.body.data]).toEqual([200, []]);
    }
  });

  it('GET /locations/{id}/rooms: those of the location', async () => {
    const { status, body } = await get(`/locations/${id('locations/harbour')}/rooms`);
    expect(status).toBe(200);
    expect(body.data.map((room: { id: string }) => room.id)).toEqual([id('rooms/hall'), id('rooms/cellar')]);
  });

  it('GET /locations/{id}/rooms: none of a location without rooms', async () => {
    const empty = await importInto(other, [{ ref: 'empty', name: 'Empty', address: 'Street 9' }]);
    const { status, body } = await other.client.get(`/locations/${empty['locations/empty']}/rooms`);
    expect([status, body.data]).toEqual([200, []]);
  });

  it.each(lists)('%s: page by page, none missing, none twice', async (_, path) => {
    const whole: { id: string }[] = (await get(path())).body.data;
    const walked = await school.client.walk(path(), { limit: '1' });
    expect(walked).toEqual(whole);
    expect(whole.length).toBeGreaterThan(1);
  });

  it.each(paths)('%s: only the named fields', async (operation, path) => {
    const field = operation.startsWith('GET /locations') && !operation.endsWith('rooms') ? '_count' : 'setups';
    const { status, body } = await get(path(), { fields: `${field},id` });
    expect(status).toBe(200);
    for (const item of [body.data].flat()) expect(Object.keys(item)).toEqual(['id', field]);
  });

  it.each(paths)('%s: unknown query parameters are ignored', async (_, path) => {
    const [plain, odd] = await Promise.all([get(path()), get(path(), { page: '2', pageSize: 'x' })]);
    expect(odd.body.data).toEqual(plain.body.data);
  });
});

describe('304', () => {
  it.each(reads)('%s: the ETag of before, whatever the fields', async (_, path) => {
    const etag = (await get(path())).headers.get('etag') ?? '';
    for (const condition of [etag, `W/${etag}`, '*', `"other", ${etag}`]) {
      const answer = await school.client.get(path(), {
        headers: { 'if-none-match': condition },
        query: { fields: 'id' },
      });
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', etag]);
    }
    const stale = await school.client.get(path(), { headers: { 'if-none-match': '"other"' } });
    expect(stale.status).toBe(200);
  });

  it('GET /locations/{id}: a new tag of the same revision when a room is added', async () => {
    const mine = await system.newInstitution();
    const record = { ref: 'l', name: 'L', address: 'Street' };
    const own = await importInto(mine, [record]);
    const tag = async () => (await mine.client.get(`/locations/${own['locations/l']}`)).headers.get('etag')?.split('.');
    const before = await tag();
    await importInto(mine, [{ ...record, rooms: [{ ref: 'r', name: 'R' }] }]);
    const after = await tag();
    expect(after?.[0]).toBe(before?.[0]);
    expect(after?.[1]).not.toBe(before?.[1]);
  });

  it('GET /rooms/{id}: a new tag when a setup changes', async () => {
    const mine = await system.newInstitution();
    const withSetup = (capacity: number) => [
      {
        ref: 'l',
        name: 'L',
        address: 'S',
        rooms: [{ ref: 'r', name: 'R', setups: [{ ref: 's', name: 'S', capacity }] }],
      },
    ];
    const own = await importInto(mine, withSetup(1));
    const before = (await mine.client.get(`/rooms/${own['rooms/r']}`)).headers.get('etag') ?? '';
    await importInto(mine, withSetup(2));
    const answer = await mine.client.get(`/rooms/${own['rooms/r']}`, { headers: { 'if-none-match': before } });
    expect(answer.status).toBe(200);
    expect(answer.body.data.setups[0].capacity).toBe(2);
  });
});

describe('400', () => {
  it.each(lists)('%s: a bad limit', async (_, path) => {
    for (const limit of ['0', '101', '-1', '1.5', '07', 'ten', '']) {
      const { status, body } = await get(path(), { limit });
      expect([limit, status, body.code, body.errors[0].field]).toEqual([limit, 400, 'bad_request', 'limit']);
    }
  });

  it.each(paths)('%s: an unknown or empty field', async (_, path) => {
    for (const fields of ['nope', '', 'id,', 'ID']) {
      const { status, body } = await get(path(), { fields });
      expect([fields, status, body.code, body.errors[0].field]).toEqual([fields, 400, 'bad_request', 'fields']);
    }
  });

  it.each(lists)('%s: a cursor that is not this list’s', async (_, path) => {
    const cursors = await Promise.all(
      ['/locations', '/rooms', `/locations/${id('locations/harbour')}/rooms`].map(async (each) => ({
        path: each,
        cursor: String((await get(each, { limit: '1' })).body.pagination.next_cursor),
      })),
    );
    const own = cursors.find((each) => each.path === path())?.cursor ?? '';
    expect((await get(path(), { cursor: own })).status).toBe(200);
    const foreign = cursors.filter((each) => each.path !== path()).map(({ cursor }) => cursor);
    for (const cursor of [...foreign, `${own}x`, own.slice(1), 'x', '']) {
      const { status, body } = await get(path(), { cursor });
      expect([cursor, status, body.code]).toEqual([cursor, 400, 'invalid_cursor']);
    }
  });

  it('GET /rooms: a cursor of other filters, GET /locations/{id}/rooms: one of another location', async () => {
    const { next_cursor: cursor } = (await get('/rooms', { limit: '1' })).body.pagination;
    expect((await get('/rooms', { cursor, locationId: id('locations/harbour') })).body.code).toBe('invalid_cursor');
    const harbour = await get(`/locations/${id('locations/harbour')}/rooms`, { limit: '1' });
    const elsewhere = { cursor: harbour.body.pagination.next_cursor };
    expect((await get(`/locations/${id('locations/hill')}/rooms`, elsewhere)).body.code).toBe('invalid_cursor');
  });

  it.each([
    ['given twice', 'locationId=a&locationId=b'],
    ['with U+0000', 'locationId=a%00b'],
    ['of 1001 characters', `locationId=${'x'.repeat(1001)}`],
  ])('GET /rooms: a filter %s', async (_, query) => {
    const { status, body } = await get(`/rooms?${query}`);
    expect([status, body.code, body.errors[0].field]).toEqual([400, 'bad_request', 'locationId']);
  });
});

describe('401', () => {
  it.each(paths)('%s: without valid credentials', async (_, path) => {
    const wrong = `Basic ${Buffer.from(`${school.client.clientId}:wrong`).toString('base64')}`;
    for (const headers of [{}, { authorization: wrong }]) {
      const answer = await readAnswer(await fetch(`${system.url}/api/v4${path()}`, { headers }));
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized']);
      expect(answer.headers.get('www-authenticate')).toBe('Basic realm="api", charset="UTF-8"');
    }
  });
});

describe('404', () => {
  it.each(withId)('%s: unknown, no id of anything, or another institution’s', async (_, path) => {
    const [, collection, mine, tail = ''] = /^(\/\w+\/)([^/]+)(.*)$/.exec(path()) ?? [];
    for (const unknown of [randomUUID(), 'no-uuid', 'x'.repeat(64)]) {
      const { status, body } = await get(`${collection}${unknown}${tail}`);
      expect([status, body.code]).toEqual([404, 'resource_not_found']);
    }
    const { status, body } = await other.client.get(`${collection}${mine}${tail}`);
    expect([status, body.code]).toEqual([404, 'resource_not_found']);
  });

  it.each(lists.filter(([operation]) => !operation.includes('{id}')))(
    '%s: nothing of another institution',
    async (_, path) => {
      const stranger = await system.newInstitution();
      const { status, body } = await stranger.client.get(path());
      expect([status, body.data]).toEqual([200, []]);
    },
  );
});

describe('405', () => {
  it.each(paths)('%s has no other method', async (_, path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers, body } = await school.client.send(method, path(), { json: {} });
      expect([method, status, body.code]).toEqual([method, 405, 'bad_request']);
      expect(headers.get('allow')).toContain('GET');
    }
  });
});

describe('422', () => {
  it.each(withId)('%s: what cannot be an id', async (_, path) => {
    const [, collection, , tail = ''] = /^(\/\w+\/)([^/]+)(.*)$/.exec(path()) ?? [];
    for (const bad of ['x'.repeat(65), 'a.b', '%C3%B6', 'a%00b', 'a%20b', "'"]) {
      const { status, body } = await get(`${collection}${bad}${tail}`);
      expect([bad, status, body.code, body.errors[0].field]).toEqual([bad, 422, 'validation_failed', 'id']);
    }
  });
});

describe('429', () => {
  it('every operation refuses a client that has asked too often', async () => {
    const client = await system.newClient(school.id);
    for (let round = 0; round < 20; round++)
      await Promise.all(Array.from({ length: 50 }, () => client.get('/locations', { query: { limit: '1' } })));
    for (const [, path] of paths) {
      const { status, headers, body } = await client.get(path());
      expect([status, body.code]).toEqual([429, 'rate_limit_exceeded']);
      expect(headers.get('retry-after')).toBe('60');
    }
  });
});
