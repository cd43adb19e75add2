import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../gateway/endpoint/endpoint.ts';
import { describeRefusals } from '../support/describe-refusals.ts';
import { hasId, operations, pathNaming } from '../support/operations.ts';
import { locationPaths, TestLocations } from '../support/test-locations.ts';

let locations: TestLocations;

beforeAll(async () => {
  locations = await TestLocations.start();
});
afterAll(() => locations.stop());

const all = operations.filter(([, { path }]) => /^\/(locations|rooms)\b/.test(path));
const lists = all.filter(([, { kind }]) => kind === 'list');

it('the operations on locations are these', () => {
  expect(all.map(([name]) => name)).toEqual(locationPaths.map(([name]) => name));
});

describeRefusals(all, {
  unknownFields: [],
  subject: () => ({
    system: locations.system,
    school: locations.school,
    other: locations.other,
    own: idNaming('rooms/hall', 'locations/harbour'),
    another: idNaming('rooms/attic', 'locations/hill'),
    foreign: idNaming('rooms/hall', 'locations/harbour', locations.other),
  }),
});

/** What an operation's path calls `id`: that of a room, or of a location. */
function idNaming(room: string, location: string, institution = locations.school) {
  return ({ path }: Endpoint) => ({ id: locations.id(path.startsWith('/rooms') ? room : location, institution) });
}

describe('400', () => {
  it('GET /rooms: a cursor of other filters, GET /locations/{id}/rooms: one of another location', async () => {
    const { next_cursor: cursor } = (await locations.get('/rooms', { limit: '1' })).body.pagination;
    expect((await locations.get('/rooms', { cursor, locationId: locations.id('locations/harbour') })).body.code).toBe(
      'invalid_cursor',
    );
    const harbour = await locations.get(`/locations/${locations.id('locations/harbour')}/rooms`, { limit: '1' });
    const elsewhere = { cursor: harbour.body.pagination.next_cursor };
    expect((await locations.get(`/locations/${locations.id('locations/hill')}/rooms`, elsewhere)).body.code).toBe(
      'invalid_cursor',
    );
  });

  it.each([
    ['given twice', 'locationId=a&locationId=b'],
    ['with U+0000', 'locationId=a%00b'],
    ['of 1001 characters', `locationId=${'x'.repeat(1001)}`],
  ])('GET /rooms: a filter %s', async (_, query) => {
    const { status, body } = await locations.get(`/rooms?${query}`);
    expect([status, body.code, body.errors[0].field]).toEqual([400, 'bad_request', 'locationId']);
  });
});

describe('404', () => {
  it.each(lists.filter(([, endpoint]) => !hasId(endpoint)))(
    '%s: nothing of another institution',
    async (_, endpoint) => {
      const stranger = await locations.system.newInstitution();
      const { status, body } = await stranger.client.get(pathNaming(endpoint, {}));
      expect([status, body.data]).toEqual([200, []]);
    },
  );
});
