import { expect, it } from 'vitest';
import { expectedLocation } from '../../support/expected-locations.ts';
import { TestLocations } from '../../support/test-locations.ts';

const locations = await TestLocations.start();

it('GET /locations: 200: all in the order of name, with their room counts', async () => {
  const { status, body } = await locations.get('/locations');
  expect(status).toBe(200);
  expect(body.data).toEqual([expectedLocation(locations, 'harbour'), expectedLocation(locations, 'hill')]);
  expect(body.pagination).toEqual({ next_cursor: null, has_more: false, limit: 50 });
  expect(body.meta).toMatchObject({ timestamp: '2026-10-05T08:00:00.000Z', version: 'v4' });
});
