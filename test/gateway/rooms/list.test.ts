import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { expectedHall } from '../../support/expected-locations.ts';
import { TestLocations } from '../../support/test-locations.ts';

const locations = await TestLocations.start();

it('GET /rooms: 200: all in the order of name by code point', async () => {
  const { status, body } = await locations.get('/rooms');
  expect(status).toBe(200);
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Hall', 'attic', 'Überraum']);
  expect(body.data[0]).toEqual(expectedHall(locations));
  expect(body.data[1]).toMatchObject({ capacity: null, setups: [] });
  expect(body.data[2]).toMatchObject({ capacity: 0 });
});

it('GET /rooms: 200: those of a location, none of an unknown one', async () => {
  const { body } = await locations.get('/rooms', { locationId: locations.id('locations/hill') });
  expect(body.data.map((room: { id: string }) => room.id)).toEqual([locations.id('rooms/attic')]);
  for (const locationId of [randomUUID(), 'no-uuid', '', 'ö/..', locations.id('locations/harbour', locations.other)]) {
    const answer = await locations.get('/rooms', { locationId });
    expect([answer.status, answer.body.data]).toEqual([200, []]);
  }
});

it.each([
  ['given twice', 'locationId=a&locationId=b'],
  ['with U+0000', 'locationId=a%00b'],
  ['of 1001 characters', `locationId=${'x'.repeat(1001)}`],
])('GET /rooms: 400: a filter %s', async (_, query) => {
  const { status, body } = await locations.get(`/rooms?${query}`);
  expect([status, body.code, body.errors[0].field]).toEqual([400, 'bad_request', 'locationId']);
});
