import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { type ListRoomsResponse, RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { idsOf, importRecords } from '../../../test/support/import-records.ts';
import { bundle } from '../../../test/support/locations/bundle.ts';
import { locations } from '../service.ts';

const { listRooms, batchGetRooms, searchRooms } = RoomService.method;

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

function names({ rooms }: ListRoomsResponse): string[] {
  return rooms.map(({ name }) => name);
}

describe('ListRooms', () => {
  it.each(['no-uuid', '', randomUUID()])('has no rooms of the unknown location "%s"', async (locationId) => {
    expect(names(await call(listRooms, { page: { size: 5 }, locationId }))).toEqual([]);
    const refused = call(listRooms, { page: { size: 5 }, locationId, locationMustExist: true });
    await expect(refused).rejects.toMatchObject({ code: 'LOCATION_NOT_FOUND' });
  });

  it('accepts a location without rooms if the location must exist', async () => {
    const records = [{ ref: 'empty', name: 'Empty', address: 'Street 9' }];
    const mine = service.call({ kind: 'operator', institutionId: randomUUID() });
    const imported = await importRecords(mine, 'locations', records);
    const locationId = imported[0]?.id ?? '';
    expect(names(await mine(listRooms, { page: { size: 5 }, locationId, locationMustExist: true }))).toEqual([]);
  });
});

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

describe('SearchRooms', () => {
  const administratorOf = (institution: string): TenantActor => ({
    ...{
      kind: 'administrator',
      institutionId: institution,
      userId: randomUUID(),
      name: 'Ada',
      sessionId: randomUUID(),
    },
  });
  const search = (text: string, actor = administratorOf(institutionId)) => service.call(actor)(searchRooms, { text });

  it('finds rooms by a part of their name, with their locations', async () => {
    const { rooms, locations: found } = await search('HAL');
    expect(rooms.map(({ name }) => name)).toEqual(['Hall']);
    expect(found.map((location) => location.id)).toEqual([id('locations/harbour')]);
    expect((await search('%')).rooms).toEqual([]);
    expect((await search('hall', administratorOf(randomUUID()))).rooms).toEqual([]);
  });

  it('is refused without a text, and to integrations', async () => {
    await expect(search('')).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
    const integration = { kind: 'integration', institutionId, integrationId: randomUUID(), createdBy: null } as const;
    await expect(search('hall', integration)).rejects.toMatchObject({ code: 'CALLER_FORBIDDEN' });
  });
});
