import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { LocationService } from '../../../proto/gen/lyceum/locations/v1/location_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { idsOf, importRecords } from '../../../test/support/import-records.ts';
import { bundle } from '../../../test/support/locations/bundle.ts';
import { locations } from '../service.ts';

const { getLocation, listLocations } = LocationService.method;

let service: TestService;
let institutionId: string;
let call: Call;
let foreign: Call;
let ids: Record<string, string>;

beforeAll(async () => {
  service = await startTestService(locations);
  institutionId = randomUUID();
  call = service.call({ kind: 'operator', institutionId });
  foreign = service.call({ kind: 'operator', institutionId: randomUUID() });
  ids = idsOf(await importRecords(call, 'locations', bundle));
});

afterAll(() => service.stop());

function id(name: string): string {
  return ids[name] ?? '';
}

describe('GetLocation', () => {
  it('shows the location with its number of rooms', async () => {
    const { location } = await call(getLocation, { id: id('locations/harbour') });
    expect(location).toMatchObject({
      id: id('locations/harbour'),
      name: 'Harbour',
      address: 'Street 1',
      institutionId,
      roomsCount: 2,
    });
    expect(location?.revision).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('answers concurrent calls, each with its own location', async () => {
    const requestedIds = Array.from({ length: 40 }, (_, n) => id(n % 2 ? 'locations/harbour' : 'locations/hill'));
    const answers = await Promise.all(requestedIds.map((each) => call(getLocation, { id: each })));
    expect(answers.map(({ location }) => location?.id)).toEqual(requestedIds);
  });

  it.each(['no-uuid', randomUUID()])('refuses the unknown id %s', async (unknown) => {
    await expect(call(getLocation, { id: unknown })).rejects.toMatchObject({ code: 'LOCATION_NOT_FOUND' });
  });

  it('refuses another institution’s', async () => {
    await expect(foreign(getLocation, { id: id('locations/hill') })).rejects.toMatchObject({
      code: 'LOCATION_NOT_FOUND',
    });
  });
});

describe('ListLocations', () => {
  it('pages in the order of name', async () => {
    const first = await call(listLocations, { page: { size: 1 } });
    expect(first.locations.map(({ name, roomsCount }) => [name, roomsCount])).toEqual([['Harbour', 2]]);
    expect(first.hasMore).toBe(true);
    const after = { sort: 'Harbour', id: id('locations/harbour') };
    const second = await call(listLocations, { page: { size: 1, after } });
    expect(second.locations.map(({ name, roomsCount }) => [name, roomsCount])).toEqual([['Hill', 1]]);
    expect(second.hasMore).toBe(false);
  });

  it('shows nothing of another institution', async () => {
    const { locations: seen, hasMore } = await foreign(listLocations, { page: { size: 100 } });
    expect([seen, hasMore]).toEqual([[], false]);
  });

  it('refuses a position with an invalid id', async () => {
    const page = { size: 1, after: { sort: 'A', id: 'x' } };
    await expect(call(listLocations, { page })).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer: '/page/after/id' }],
    });
  });

  it.each([0, 501])('refuses a page of %i', async (size) => {
    await expect(call(listLocations, { page: { size } })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });
});
