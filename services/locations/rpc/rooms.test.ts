import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { idsOf, importRecords } from '../../../test/support/import-records.ts';
import { bundle } from '../../../test/support/locations/bundle.ts';
import { locations } from '../service.ts';

const { batchGetRooms } = RoomService.method;

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

describe('BatchGetRooms', () => {
  it('returns each known room and each of their locations once', async () => {
    const requestedIds = ['rooms/hall', 'rooms/cellar', 'rooms/hall'].map(id);
    const { rooms, locations: found } = await call(batchGetRooms, { ids: [...requestedIds, 'no-uuid', randomUUID()] });
    expect(rooms.map(({ name }) => name).sort()).toEqual(['Hall', 'Überraum']);
    expect(found.map(({ name, roomsCount }) => [name, roomsCount])).toEqual([['Harbour', 2]]);
    const alone = await call(batchGetRooms, { ids: requestedIds, withoutLocations: true });
    expect([alone.rooms.length, alone.locations]).toEqual([2, []]);
  });

  it('returns none of another institution', async () => {
    const { rooms, locations: found } = await foreign(batchGetRooms, { ids: [id('rooms/hall')] });
    expect([rooms, found]).toEqual([[], []]);
  });
});
