import { expect, it } from 'vitest';
import { importInto, TestLocations } from '../../support/test-locations.ts';

const locations = await TestLocations.start();

it('GET /locations/{id}/rooms: 200: those of the location', async () => {
  const { status, body } = await locations.get(`/locations/${locations.id('locations/harbour')}/rooms`);
  expect(status).toBe(200);
  expect(body.data.map((room: { id: string }) => room.id)).toEqual([
    locations.id('rooms/hall'),
    locations.id('rooms/cellar'),
  ]);
});

it('GET /locations/{id}/rooms: 200: none of a location without rooms', async () => {
  const empty = await importInto(locations.other, [{ ref: 'empty', name: 'Empty', address: 'Street 9' }]);
  const { status, body } = await locations.other.client.get(`/locations/${empty['locations/empty']}/rooms`);
  expect([status, body.data]).toEqual([200, []]);
});
