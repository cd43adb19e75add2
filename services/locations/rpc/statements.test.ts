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

/** The statements on the tables of locations, and how often something was waited for. */
async function costOf(act: () => Promise<unknown>) {
  const traffic = watchDatabaseTraffic();
  await act();
  const { statements, flights } = traffic;
  return { own: statements.filter((name) => /^(locations|rooms|room_setups)_/.test(name)), flights };
}

const LOCKS = ['locations_lock_by_ref', 'rooms_lock_by_ref', 'room_setups_lock_by_ref'];
const page = { size: 50 };

describe('an import', () => {
  it('of what is there asks once and writes nothing', async () => {
    expect(await costOf(() => importRecords(bundle))).toEqual({ own: LOCKS, flights: 2 });
  });

  it('of a new bundle writes each table once, whatever its size', async () => {
    const many = Array.from({ length: 1000 }, (_, n) => ({
      ref: `l${n}`,
      name: 'L',
      address: 'A',
      rooms: [{ ref: `r${n}`, name: 'R', setups: [{ ref: `s${n}`, name: 'S' }] }],
    }));
    expect(await costOf(() => importRecords(many))).toEqual({
      own: [...LOCKS, 'locations_insert_rows', 'rooms_insert_rows', 'room_setups_insert_rows'],
      flights: 2,
    });
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
    expect(await costOf(() => importRecords(records))).toEqual({
      own: [
        ...LOCKS,
        'locations_update_rows',
        'locations_insert_rows',
        'rooms_update_rows',
        'rooms_insert_rows',
        'rooms_revise',
        'room_setups_release_defaults',
        'room_setups_update_rows',
        'room_setups_insert_rows',
      ],
      flights: 2,
    });
  });
});

it.each<[string, () => Promise<unknown>, string[]]>([
  ['GetLocation', () => call(LocationService.method.getLocation, { id: idOf('locations/hill') }), ['locations_by_id']],
  ['ListLocations', () => call(LocationService.method.listLocations, { page }), ['locations_list']],
  ['GetRoom', () => call(RoomService.method.getRoom, { id: idOf('rooms/hall') }), ['rooms_by_id']],
  ['ListRooms', () => call(RoomService.method.listRooms, { page }), ['rooms_list']],
  [
    'ListRooms of a location',
    () => call(RoomService.method.listRooms, { page, locationId: idOf('locations/harbour') }),
    ['rooms_list_of_location'],
  ],
])('%s', async (_, run, own) => {
  expect(await costOf(run)).toEqual({ own, flights: 1 });
});

function idOf(record: string): string {
  return ids[record] ?? '';
}
