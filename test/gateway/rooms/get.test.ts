import { expect, it } from 'vitest';
import { expectedHall } from '../../support/expected-locations.ts';
import { importInto, TestLocations } from '../../support/test-locations.ts';

const locations = await TestLocations.start();

it('GET /rooms/{id}: 200: the room with its setups by name', async () => {
  const { status, headers, body } = await locations.get(`/rooms/${locations.id('rooms/hall')}`);
  expect(status).toBe(200);
  expect(body.data).toEqual(expectedHall(locations));
  expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
});

it('GET /rooms/{id}: 200: a new tag when a setup changes', async () => {
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
