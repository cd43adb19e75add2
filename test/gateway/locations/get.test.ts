import { expect, it } from 'vitest';
import { expectedLocation } from '../../support/expected-locations.ts';
import { importInto, TestLocations } from '../../support/test-locations.ts';

const locations = await TestLocations.start();

it('GET /locations/{id}: 200: the location with a strong ETag', async () => {
  const { status, headers, body } = await locations.get(`/locations/${locations.id('locations/harbour')}`);
  expect(status).toBe(200);
  expect(body.data).toEqual(expectedLocation(locations, 'harbour'));
  expect(body.meta.requestId).toBe(headers.get('x-request-id'));
  expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
});

it('GET /locations/{id}: 200: a new tag of the same revision when a room is added', async () => {
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
