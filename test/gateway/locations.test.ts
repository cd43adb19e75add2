import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importInto, locationPaths, TestLocations } from '../support/test-locations.ts';

let locations: TestLocations;

beforeAll(async () => {
  locations = await TestLocations.start();
});
afterAll(() => locations.stop());

const reads = locationPaths.filter(([operation]) => operation.endsWith('{id}'));
const lists = locationPaths.filter(([operation]) => !operation.endsWith('{id}'));

function locationOf(name: string) {
  return name === 'hill'
    ? {
        id: locations.id('locations/hill'),
        name: 'Hill',
        address: 'Street 2',
        institutionId: locations.school.id,
        _count: { rooms: 1 },
      }
    : {
        id: locations.id('locations/harbour'),
        name: 'Harbour',
        address: 'Street 1',
        institutionId: locations.school.id,
        _count: { rooms: 2 },
      };
}

function hall() {
  return {
    id: locations.id('rooms/hall'),
    name: 'Hall',
    locationId: locations.id('locations/harbour'),
    institutionId: locations.school.id,
    capacity: 40,
    isArchived: false,
    setups: [
      { id: locations.id('setups/circle'), name: 'Circle', capacity: null, isDefault: false },
      { id: locations.id('setups/rows'), name: 'Rows', capacity: 36, isDefault: true },
    ],
    createdAt: '2026-10-05T08:00:00.000Z',
    updatedAt: '2026-10-05T08:00:00.000Z',
  };
}

describe('200', () => {
  it('GET /locations: all in the order of name, with their room counts', async () => {
    const { status, body } = await locations.get('/locations');
    expect(status).toBe(200);
    expect(body.data).toEqual([locationOf('harbour'), locationOf('hill')]);
    expect(body.pagination).toEqual({ next_cursor: null, has_more: false, limit: 50 });
    expect(body.meta).toMatchObject({ timestamp: '2026-10-05T08:00:00.000Z', version: 'v4' });
  });

  it('GET /locations/{id}: the location with a strong ETag', async () => {
    const { status, headers, body } = await locations.get(`/locations/${locations.id('locations/harbour')}`);
    expect(status).toBe(200);
    expect(body.data).toEqual(locationOf('harbour'));
    expect(body.meta.requestId).toBe(headers.get('x-request-id'));
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
  });

  it('GET /rooms/{id}: the room with its setups by name', async () => {
    const { status, headers, body } = await locations.get(`/rooms/${locations.id('rooms/hall')}`);
    expect(status).toBe(200);
    expect(body.data).toEqual(hall());
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
  });

  it('GET /rooms: all in the order of name by code point', async () => {
    const { status, body } = await locations.get('/rooms');
    expect(status).toBe(200);
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Hall', 'attic', 'Überraum']);
    expect(body.data[0]).toEqual(hall());
    expect(body.data[1]).toMatchObject({ capacity: null, setups: [] });
    expect(body.data[2]).toMatchObject({ capacity: 0 });
  });

  it('GET /rooms: those of a location, none of an unknown one', async () => {
    const { body } = await locations.get('/rooms', { locationId: locations.id('locations/hill') });
    expect(body.data.map((room: { id: string }) => room.id)).toEqual([locations.id('rooms/attic')]);
    for (const locationId of [
      randomUUID(),
      'no-uuid',
      '',
      'ö/..',
      locations.id('locations/harbour', locations.other),
    ]) {
      const answer = await locations.get('/rooms', { locationId });
      expect([answer.status, answer.body.data]).toEqual([200, []]);
    }
  });

  it('GET /locations/{id}/rooms: those of the location', async () => {
    const { status, body } = await locations.get(`/locations/${locations.id('locations/harbour')}/rooms`);
    expect(status).toBe(200);
    expect(body.data.map((room: { id: string }) => room.id)).toEqual([
      locations.id('rooms/hall'),
      locations.id('rooms/cellar'),
    ]);
  });

  it('GET /locations/{id}/rooms: none of a location without rooms', async () => {
    const empty = await importInto(locations.other, [{ ref: 'empty', name: 'Empty', address: 'Street 9' }]);
    const { status, body } = await locations.other.client.get(`/locations/${empty['locations/empty']}/rooms`);
    expect([status, body.data]).toEqual([200, []]);
  });

  it.each(lists)('%s: page by page, none missing, none twice', async (_, path) => {
    const whole: { id: string }[] = (await locations.get(path(locations))).body.data;
    const walked = await locations.school.client.walk(path(locations), { limit: '1' });
    expect(walked).toEqual(whole);
    expect(whole.length).toBeGreaterThan(1);
  });

  it.each(locationPaths)('%s: only the named fields', async (operation, path) => {
    const field = operation.startsWith('GET /locations') && !operation.endsWith('rooms') ? '_count' : 'setups';
    const { status, body } = await locations.get(path(locations), { fields: `${field},id` });
    expect(status).toBe(200);
    for (const item of [body.data].flat()) expect(Object.keys(item)).toEqual(['id', field]);
  });

  it.each(locationPaths)('%s: unknown query parameters are ignored', async (_, path) => {
    const [plain, odd] = await Promise.all([
      locations.get(path(locations)),
      locations.get(path(locations), { page: '2', pageSize: 'x' }),
    ]);
    expect(odd.body.data).toEqual(plain.body.data);
  });
});

describe('304', () => {
  it.each(reads)('%s: names ignored parameters like the 200', async (_, path) => {
    const etag = (await locations.get(path(locations))).headers.get('etag') ?? '';
    const { status, headers } = await locations.school.client.get(path(locations), {
      query: { email: 'x' },
      headers: { 'if-none-match': etag },
    });
    expect([status, headers.get('ignored-parameters')]).toEqual([304, 'email']);
  });

  it.each(reads)('%s: the former ETag, with any fields', async (_, path) => {
    const etag = (await locations.get(path(locations))).headers.get('etag') ?? '';
    for (const condition of [etag, `W/${etag}`, '*', `"other", ${etag}`]) {
      const answer = await locations.school.client.get(path(locations), {
        headers: { 'if-none-match': condition },
        query: { fields: 'id' },
      });
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', etag]);
    }
    const stale = await locations.school.client.get(path(locations), { headers: { 'if-none-match': '"other"' } });
    expect(stale.status).toBe(200);
  });

  it('GET /locations/{id}: a new tag of the same revision when a room is added', async () => {
    const mine = await locations.system.newInstitution();
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
    const mine = await locations.system.newInstitution();
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
