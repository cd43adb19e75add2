import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchDatabaseTraffic } from '../../../dev/testing/database-traffic.ts';
import { startTestService, type TestService } from '../../../dev/testing/start-test-service.ts';
import type { Call } from '../../../platform/calls/caller.ts';
import { ImportService } from '../../../proto/gen/lyceum/locations/v1/import_pb.ts';
import { LocationService } from '../../../proto/gen/lyceum/locations/v1/location_pb.ts';
import { RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { locations } from '../service.ts';
import { bundle, idsOf, type Records } from '../testing/bundle.ts';

let service: TestService;
let call: Call;
let ids: Record<string, string>;

beforeAll(async () => {
  service = await startTestService(locations);
});
beforeEach(async () => {
  call = service.call({ kind: 'operator', institutionId: randomUUID() });
  ids = idsOf((await importRecords(bundle)).records);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => service.stop());

function importRecords(records: Records) {
  return call(ImportService.method.importLocations, { records });
}

/** How often something was waited for, and how many statements were sent. */
async function costOf(act: () => Promise<unknown>): Promise<[roundTrips: number, statements: number]> {
  const traffic = watchDatabaseTraffic();
  await act();
  return [traffic.roundTrips, traffic.statements.length];
}

const page = { size: 50 };

describe('an import', () => {
  it('of what is there asks once and writes nothing', async () => {
    expect(await costOf(() => importRecords(bundle))).toEqual([2, 6]);
  });

  it('of a new bundle writes each table once, whatever its size', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => ({
      ref: `l${n}`,
      name: 'L',
      address: 'A',
      rooms: [{ ref: `r${n}`, name: 'R', setups: [{ ref: `s${n}`, name: 'S' }] }],
    }));
    expect(await costOf(() => importRecords(many))).toEqual([2, 10]);
  });

  it('that changes and adds in each table, and takes a setup out of another room, writes eight statements', async () => {
    const records: Records = ['hill', 'new'].map((ref) => ({
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
    expect(await costOf(() => importRecords(records))).toEqual([2, 15]);
  });
});

it.each<[string, () => Promise<unknown>]>([
  ['GetLocation', () => call(LocationService.method.getLocation, { id: idOf('locations/hill') })],
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
