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
let ids: Record<string, string>;

beforeAll(async () => {
  service = await startTestService(locations);
  institutionId = randomUUID();
  call = service.call({ kind: 'operator', institutionId });
  ids = idsOf(await importRecords(call, 'locations', bundle));
});

afterAll(() => service.stop());

function id(name: string): string {
  return ids[name] ?? '';
}

describe('GetLocation', () => {
  it('answers concurrent calls, each with its own location', async () => {
    const requestedIds = Array.from({ length: 40 }, (_, n) => id(n % 2 ? 'locations/harbour' : 'locations/hill'));
    const answers = await Promise.all(requestedIds.map((each) => call(getLocation, { id: each })));
    expect(answers.map(({ location }) => location?.id)).toEqual(requestedIds);
  });
});

describe('ListLocations', () => {
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
