import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import type { ImportedRecord } from '../../../proto/gen/lyceum/common/v1/import_pb.ts';
import { ImportService } from '../../../proto/gen/lyceum/locations/v1/import_pb.ts';
import { LocationService } from '../../../proto/gen/lyceum/locations/v1/location_pb.ts';
import { type Room, RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { changesOf, idsOf, importRecords, type LooseRecords } from '../../../test/support/import-records.ts';
import { bundle } from '../../../test/support/locations/bundle.ts';
import { publishedEvents } from '../../../test/support/nats/published-events.ts';
import { locations } from '../service.ts';

let service: TestService;
let institutionId: string;
let call: Call;

beforeAll(async () => {
  service = await startTestService(locations, { service: 'own' });
});

beforeEach(() => {
  institutionId = randomUUID();
  call = service.call({ kind: 'operator', institutionId });
});

afterAll(() => service.stop());

function send(records: LooseRecords): Promise<ImportedRecord[]> {
  return importRecords(call, 'locations', records);
}

async function allRooms(): Promise<Room[]> {
  return (await call(RoomService.method.listRooms, { page: { size: 100 } })).rooms;
}

/** Events published by imports, after the first `from`. */
async function published(from = 0) {
  return (await publishedEvents(service, 'institution_id', institutionId)).slice(from);
}

/** The bundle with changes to the hall. */
function withHall(hall: Record<string, unknown>): LooseRecords {
  const [hill, harbour] = structuredClone(bundle) as [LooseRecords[0], { rooms: object[] }];
  const rooms = [{ ...harbour?.rooms?.[0], ...hall }, harbour?.rooms?.[1]];
  return [hill, { ...harbour, rooms }] as LooseRecords;
}

describe('an import of locations', () => {
  it('makes exactly the changes of a changed bundle', async () => {
    const ids = idsOf(await send(bundle));
    const get = async () =>
      (await call(LocationService.method.getLocation, { id: ids['locations/hill'] ?? '' })).location;
    const [before, rooms] = [await get(), await allRooms()];
    service.clock.advance(60_000);
    const [hill, harbour] = bundle;
    const again = await send([{ ...hill, address: 'Street 3' }, harbour] as LooseRecords);
    expect(changesOf(again)).toEqual({ 'locations/hill': 'updated' });
    expect(await get()).toMatchObject({ id: before?.id, address: 'Street 3', roomsCount: 1 });
    expect((await get())?.revision).not.toBe(before?.revision);
    expect(await allRooms()).toEqual(rooms);
    expect(await published(5)).toEqual([['LocationUpdated', ids['locations/hill'], ['address']]]);
  });

  it('gives a room a new revision when one of its setups changes', async () => {
    await send(bundle);
    const before = await allRooms();
    service.clock.advance(60_000);
    const setups = [
      { ref: 'rows', name: 'Rows', capacity: 35, isDefault: true },
      { ref: 'circle', name: 'Circle' },
    ];
    const again = await send(withHall({ setups }));
    expect(changesOf(again)).toEqual({ 'rooms/hall': 'updated', 'setups/rows': 'updated' });
    const after = await allRooms();
    const touched = after.filter((room, n) => room.revision !== before[n]?.revision);
    expect(touched.map(({ name }) => name)).toEqual(['Hall']);
    expect(await published(5)).toEqual([['RoomUpdated', touched[0]?.id, ['setups']]]);
    expect(Date.parse(touched[0]?.updatedAt ?? '') - Date.parse(before[0]?.updatedAt ?? '')).toBe(60_000);
  });

  it('moves the default from one setup to another', async () => {
    await send(bundle);
    const setups = [
      { ref: 'circle', name: 'Circle', isDefault: true },
      { ref: 'rows', name: 'Rows', capacity: 36 },
    ];
    await send(withHall({ setups }));
    const hall = (await allRooms()).find(({ name }) => name === 'Hall');
    expect(hall?.setups.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['Circle', true],
      ['Rows', false],
    ]);
  });

  it('removes the default from a setup that the bundle no longer contains', async () => {
    await send(bundle);
    await send(withHall({ setups: [{ ref: 'new', name: 'New', isDefault: true }] }));
    const hall = (await allRooms()).find(({ name }) => name === 'Hall');
    expect(hall?.setups.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['Circle', false],
      ['New', true],
      ['Rows', false],
    ]);
  });

  it('moves rooms between locations and setups between rooms, keeping their ids', async () => {
    const ids = idsOf(await send(bundle));
    const rooms = [
      { ref: 'attic', name: 'attic', setups: [{ ref: 'rows', name: 'Rows', capacity: 36, isDefault: true }] },
    ];
    const moved = await send([{ ref: 'harbour', name: 'Harbour', address: 'Street 1', rooms }]);
    expect(changesOf(moved)).toEqual({ 'rooms/attic': 'updated', 'setups/rows': 'updated' });
    const [hall, attic] = await allRooms();
    expect(attic).toMatchObject({ id: ids['rooms/attic'], locationId: ids['locations/harbour'] });
    expect(attic?.setups.map(({ id }) => id)).toEqual([ids['setups/rows']]);
    expect(hall?.setups.map(({ id }) => id)).toEqual([ids['setups/circle']]);
    expect(await published(5)).toEqual([
      ['RoomUpdated', attic?.id, ['locationId', 'setups']],
      ['RoomUpdated', hall?.id, ['setups']],
    ]);
  });

  it.each(['while its connections open', 'once they are open'])('serialises concurrent imports, %s', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => send(bundle)));
    for (const records of all) expect(idsOf(records)).toEqual(idsOf(all[0] ?? []));
    expect(all.filter((records) => Object.keys(changesOf(records)).length > 0)).toHaveLength(1);
    expect(await published()).toHaveLength(5);
  });

  it('separates institutions with the same refs', async () => {
    const mine = await send(bundle);
    call = service.call({ kind: 'operator', institutionId: randomUUID() });
    const theirs = await send(bundle);
    expect(Object.keys(changesOf(theirs))).toHaveLength(7);
    const shared = new Set(mine.map(({ id }) => id));
    expect(theirs.filter(({ id }) => shared.has(id))).toEqual([]);
  });

  it('names a repeated ref and a second default, and writes nothing', async () => {
    const setups = ['a', 'b'].map((ref) => ({ ref, name: ref, isDefault: true }));
    const rooms = [{ ref: 'r', name: 'R', setups }];
    const records = ['one', 'two'].map((name) => ({
      ref: 'l',
      name,
      address: 'Street',
      rooms: name === 'one' ? rooms : [],
    }));
    await expect(send(records)).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer: '/locations/1/ref' }, { pointer: '/locations/0/rooms/0/setups/1/isDefault' }],
    });
    expect((await call(LocationService.method.listLocations, { page: { size: 1 } })).locations).toEqual([]);
  });

  it.each([
    ['a record without a name', [{ ref: 'l', address: 'Street' }], '/locations/500/name'],
    ['an unknown property', [{ ref: 'l', name: 'L', address: 'Street', floors: 1 }], '/locations/500/floors'],
    ['U+0000', [{ ref: 'l', name: 'a\u0000b', address: 'Street' }], '/locations/500/name'],
    ['what is no record', [7], '/locations/500'],
  ])('refuses %s with a pointer into the bundle', async (_, records, pointer) => {
    const refused = importRecords(call, 'locations', records as object[], { start: 500 });
    await expect(refused).rejects.toMatchObject({ code: 'REQUEST_INVALID', violations: [{ pointer }] });
  });

  it.each([
    ['another section', { section: 'users', records: '[]' }, '/steps/1/section'],
    ['the institution', { section: 'institution', records: '[{}]' }, '/steps/1/section'],
    ['what is not JSON', { section: 'locations', records: '[' }, '/steps/1/records'],
    ['what is no list', { section: 'locations', records: '{}' }, '/steps/1/records'],
  ])('refuses %s', async (_, step, pointer) => {
    const steps = [{ section: 'locations', records: '[]' }, step];
    for (const dryRun of [false, true]) {
      const refused = call(ImportService.method.import, { steps, dryRun });
      await expect(refused).rejects.toMatchObject({ code: 'REQUEST_INVALID', violations: [{ pointer }] });
    }
  });

  it('relies on the database to reject a second default setup of a room', async () => {
    await send(bundle);
    const second = service.sql('UPDATE room_setups SET is_default = true WHERE institution_id = $1', [institutionId]);
    await expect(second).rejects.toMatchObject({ constraint: 'room_setups_default' });
  });

  it('relies on the database to reject a room in another institution’s location', async () => {
    await send(bundle);
    const strayed = service.sql('UPDATE rooms SET institution_id = $2 WHERE institution_id = $1', [
      institutionId,
      randomUUID(),
    ]);
    await expect(strayed).rejects.toMatchObject({ code: '23503' });
  });
});
