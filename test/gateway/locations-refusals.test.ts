import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../support/operations.ts';
import { locationPaths, TestLocations } from '../support/test-locations.ts';

let locations: TestLocations;

beforeAll(async () => {
  locations = await TestLocations.start();
});
afterAll(() => locations.stop());

it('the operations on locations are these', () => {
  const all = operations.filter(([, { path }]) => /^\/(locations|rooms)\b/.test(path));
  expect(all.map(([name]) => name)).toEqual(locationPaths.map(([name]) => name));
});

describe('400', () => {
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
  it.each(['/locations', '/rooms'])('GET %s: nothing of another institution', async (path) => {
    const stranger = await locations.system.newInstitution();
    const { status, body } = await stranger.client.get(path);
    expect([status, body.data]).toEqual([200, []]);
  });
});
