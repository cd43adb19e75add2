import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { nextUpdatedSince } from '../../../platform/handler/next-updated-since.ts';
import { LocationService } from '../../../proto/gen/lyceum/locations/v1/location_pb.ts';
import { RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { NOWHERE } from '../../../test/support/directory/institution.ts';
import { idsOf, importRecords, type LooseRecords } from '../../../test/support/import-records.ts';
import { bundle } from '../../../test/support/locations/bundle.ts';
import { watchDatabaseTraffic } from '../../../test/support/postgres/database-traffic.ts';
import { locations } from '../service.ts';

let service: TestService;
let call: Call;
let ids: Record<string, string>;

beforeAll(async () => {
  service = await startTestService(locations);
  // A process makes it once a second, and this clock stands still.
  await nextUpdatedSince(service.runtime);
});
beforeEach(async () => {
  call = service.call({ kind: 'operator', institutionId: randomUUID() });
  ids = idsOf(await send(bundle));
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => service.stop());

function send(records: LooseRecords) {
  return importRecords(call, 'locations', records);
}

/** The number of round trips and of statements. */
async function costOf(act: () => Promise<unknown>): Promise<[roundTrips: number, statements: number]> {
  const traffic = watchDatabaseTraffic();
  await act();
  return [traffic.roundTrips, traffic.statements.length];
}

const page = { size: 50 };

describe('an import', () => {
  it('of an unchanged bundle reads once and writes nothing', async () => {
    expect(await costOf(() => send(bundle))).toEqual([2, 6]);
  });

  it('of a new bundle writes each table once, regardless of its size', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => ({
      ref: `l${n}`,
      name: 'L',
      address: 'A',
      rooms: [{ ref: `r${n}`, name: 'R', setups: [{ ref: `s${n}`, name: 'S' }] }],
    }));
    expect(await costOf(() => send(many))).toEqual([2, 10]);
  });

  it('that changes and adds rows in each table, and moves a setup out of another room, writes nine statements', async () => {
    const records: LooseRecords = ['hill', 'new'].map((ref) => ({
      ref,
      name: 'Changed',
      address: 'Street 9',
      rooms: [
        {
          ref: ref === 'hill' ? 'attic' : 'new',
          name: 'Changed',
          setups: [{ ref: ref === 'hill' ? 'rows' : 'new', name: 'Changed', isDefault: true }],
        },
      ],
    }));
    expect(await costOf(() => send(records))).toEqual([3, 17]);
  });
});

it.each<[string, () => Promise<unknown>]>([
  ['GetLocation', () => call(LocationService.method.getLocation, { id: idOf('locations/hill') })],
  ['ListLocations by ids', () => call(LocationService.method.listLocations, { page, ids: { ids: [NOWHERE] } })],
  ['ListRooms by ids', () => call(RoomService.method.listRooms, { page, ids: { ids: [NOWHERE] } })],
  ['ListLocations', () => call(LocationService.method.listLocations, { page })],
  ['GetRoom', () => call(RoomService.method.getRoom, { id: idOf('rooms/hall') })],
  ['ListRooms', () => call(RoomService.method.listRooms, { page })],
  [
    'ListRooms of a location',
    () => call(RoomService.method.listRooms, { page, locationId: idOf('locations/harbour') }),
  ],
  ['ListBookableRooms', () => call(RoomService.method.listBookableRooms, { page, capacity: 30 })],
])('%s', async (_, run) => {
  expect(await costOf(run)).toEqual([1, 1]);
});

function idOf(record: string): string {
  return ids[record] ?? '';
}
