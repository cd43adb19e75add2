import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAnswer } from '../support/test-client.ts';
import { placePaths, TestPlaces } from '../support/test-places.ts';

let places: TestPlaces;

beforeAll(async () => {
  places = await TestPlaces.start();
});
afterAll(() => places.stop());

const withId = placePaths.filter(([operation]) => operation.includes('{id}'));
const lists = placePaths.filter(([operation]) => !operation.endsWith('{id}'));

describe('400', () => {
  it.each(lists)('%s: a bad limit', async (_, path) => {
    for (const limit of ['0', '101', '-1', '1.5', '07', 'ten', '']) {
      const { status, body } = await places.get(path(places), { limit });
      expect([limit, status, body.code, body.errors[0].field]).toEqual([limit, 400, 'bad_request', 'limit']);
    }
  });

  it.each(placePaths)('%s: an unknown or empty field', async (_, path) => {
    for (const fields of ['nope', '', 'id,', 'ID']) {
      const { status, body } = await places.get(path(places), { fields });
      expect([fields, status, body.code, body.errors[0].field]).toEqual([fields, 400, 'bad_request', 'fields']);
    }
  });

  it.each(lists)('%s: a cursor that is not this list’s', async (_, path) => {
    const cursors = await Promise.all(
      ['/locations', '/rooms', `/locations/${places.id('locations/harbour')}/rooms`].map(async (each) => ({
        path: each,
        cursor: String((await places.get(each, { limit: '1' })).body.pagination.next_cursor),
      })),
    );
    const own = cursors.find((each) => each.path === path(places))?.cursor ?? '';
    expect((await places.get(path(places), { cursor: own })).status).toBe(200);
    const foreign = cursors.filter((each) => each.path !== path(places)).map(({ cursor }) => cursor);
    for (const cursor of [...foreign, `${own}x`, own.slice(1), 'x', '']) {
      const { status, body } = await places.get(path(places), { cursor });
      expect([cursor, status, body.code]).toEqual([cursor, 400, 'invalid_cursor']);
    }
  });

  it('GET /rooms: a cursor of other filters, GET /locations/{id}/rooms: one of another location', async () => {
    const { next_cursor: cursor } = (await places.get('/rooms', { limit: '1' })).body.pagination;
    expect((await places.get('/rooms', { cursor, locationId: places.id('locations/harbour') })).body.code).toBe(
      'invalid_cursor',
    );
    const harbour = await places.get(`/locations/${places.id('locations/harbour')}/rooms`, { limit: '1' });
    const elsewhere = { cursor: harbour.body.pagination.next_cursor };
    expect((await places.get(`/locations/${places.id('locations/hill')}/rooms`, elsewhere)).body.code).toBe(
      'invalid_cursor',
    );
  });

  it.each([
    ['given twice', 'locationId=a&locationId=b'],
    ['with U+0000', 'locationId=a%00b'],
    ['of 1001 characters', `locationId=${'x'.repeat(1001)}`],
  ])('GET /rooms: a filter %s', async (_, query) => {
    const { status, body } = await places.get(`/rooms?${query}`);
    expect([status, body.code, body.errors[0].field]).toEqual([400, 'bad_request', 'locationId']);
  });
});

describe('401', () => {
  it.each(placePaths)('%s: without valid credentials', async (_, path) => {
    const wrong = `Basic ${Buffer.from(`${places.school.client.clientId}:wrong`).toString('base64')}`;
    for (const headers of [{}, { authorization: wrong }]) {
      const answer = await readAnswer(await fetch(`${places.system.url}/api/v4${path(places)}`, { headers }));
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthorized']);
      expect(answer.headers.get('www-authenticate')).toBe('Basic realm="api", charset="UTF-8"');
    }
  });
});

describe('404', () => {
  it.each(withId)('%s: unknown, no id of anything, or another institution’s', async (_, path) => {
    const [, collection, mine, tail = ''] = /^(\/\w+\/)([^/]+)(.*)$/.exec(path(places)) ?? [];
    for (const unknown of [randomUUID(), 'no-uuid', 'x'.repeat(64)]) {
      const { status, body } = await places.get(`${collection}${unknown}${tail}`);
      expect([status, body.code]).toEqual([404, 'resource_not_found']);
    }
    const { status, body } = await places.other.client.get(`${collection}${mine}${tail}`);
    expect([status, body.code]).toEqual([404, 'resource_not_found']);
  });

  it.each(lists.filter(([operation]) => !operation.includes('{id}')))(
    '%s: nothing of another institution',
    async (_, path) => {
      const stranger = await places.system.newInstitution();
      const { status, body } = await stranger.client.get(path(places));
      expect([status, body.data]).toEqual([200, []]);
    },
  );
});

describe('405', () => {
  it.each(placePaths)('%s has no other method', async (_, path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers, body } = await places.school.client.send(method, path(places), { json: {} });
      expect([method, status, body.code]).toEqual([method, 405, 'bad_request']);
      expect(headers.get('allow')).toContain('GET');
    }
  });
});

describe('422', () => {
  it.each(withId)('%s: what cannot be an id', async (_, path) => {
    const [, collection, , tail = ''] = /^(\/\w+\/)([^/]+)(.*)$/.exec(path(places)) ?? [];
    for (const bad of ['x'.repeat(65), 'a.b', '%C3%B6', 'a%00b', 'a%20b', "'"]) {
      const { status, body } = await places.get(`${collection}${bad}${tail}`);
      expect([bad, status, body.code, body.errors[0].field]).toEqual([bad, 422, 'validation_failed', 'id']);
    }
  });
});

describe('429', () => {
  it('every operation refuses a client that has asked too often', async () => {
    const client = await places.system.newClient(places.school.id);
    for (let round = 0; round < 20; round++)
      await Promise.all(Array.from({ length: 50 }, () => client.get('/locations', { query: { limit: '1' } })));
    for (const [, path] of placePaths) {
      const { status, headers, body } = await client.get(path(places));
      expect([status, body.code]).toEqual([429, 'rate_limit_exceeded']);
      expect(headers.get('retry-after')).toBe('60');
    }
  });
});
