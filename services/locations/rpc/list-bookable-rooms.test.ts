import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../../platform/calls/caller.ts';
import { RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { idsOf, importRecords, type LooseRecords } from '../../../test/support/import-records.ts';
import { bundle } from '../../../test/support/locations/bundle.ts';
import { locations } from '../service.ts';

const { listBookableRooms } = RoomService.method;

let service: TestService;

beforeAll(async () => {
  service = await startTestService(locations);
});
afterAll(() => service.stop());

/** An institution with these locations and rooms. */
async function institutionWith(records: LooseRecords): Promise<{ call: Call; ids: Record<string, string> }> {
  const call = service.call({ kind: 'operator', institutionId: randomUUID() });
  return { call, ids: idsOf(await importRecords(call, 'locations', records)) };
}

const page = { size: 50 };
const namesOf = ({ rooms }: { rooms: readonly { name: string }[] }) => rooms.map(({ name }) => name);

describe('bookable rooms', () => {
  it('exclude archived ones', async () => {
    const { call, ids } = await institutionWith(bundle);
    await service.sql('UPDATE rooms SET is_archived = true WHERE id = $1', [ids['rooms/attic']]);
    expect(namesOf(await call(listBookableRooms, { page }))).toEqual(['Hall', 'Überraum']);
  });

  it('come from a limited number of rooms read, even if few or none match; the end shows where to continue', async () => {
    const { call, ids } = await institutionWith(bundle);
    const first = await call(listBookableRooms, { page: { size: 2 }, capacity: 41 });
    expect([first.rooms, first.end]).toMatchObject([[], { sort: 'attic', id: ids['rooms/attic'] }]);
    const second = await call(listBookableRooms, {
      page: { size: 1, after: { sort: 'attic', id: ids['rooms/attic'] ?? '' } },
    });
    expect([namesOf(second), second.end]).toEqual([['Überraum'], undefined]);
    const all = await call(listBookableRooms, { page: { size: 3 } });
    expect([namesOf(all), all.end]).toEqual([['Hall', 'attic', 'Überraum'], undefined]);
  });
});

describe('seats', () => {
  const seats = fc.option(fc.nat(6), { nil: undefined });
  const room = fc.record({
    capacity: seats,
    setups: fc.array(seats, { maxLength: 3 }),
    standard: fc.nat(4),
  });

  it('are those of the setup to book: the default if it has enough, else the smallest with enough', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(room, { maxLength: 8 }), fc.integer({ min: 1, max: 7 }), async (drawn, capacity) => {
        const rooms = drawn.map((each, n) => ({
          ref: `r${n}`,
          name: `R${n}`,
          ...(each.capacity === undefined ? {} : { capacity: each.capacity }),
          setups: each.setups.map((own, s) => ({
            ref: `r${n}s${s}`,
            name: `S${s}`,
            isDefault: s === each.standard,
            ...(own === undefined ? {} : { capacity: own }),
          })),
        }));
        const { call, ids } = await institutionWith([{ ref: 'l', name: 'L', address: 'A', rooms }]);
        const expected = rooms.flatMap(({ ref, setups, ...own }) => {
          const seatings = setups.map((each) => ({
            ref: each.ref,
            isDefault: each.isDefault,
            seats: each.capacity ?? own.capacity ?? 0,
          }));
          if (!seatings.some(({ isDefault }) => isDefault))
            seatings.push({ ref: '', isDefault: true, seats: own.capacity ?? 0 });
          const enough = seatings.filter((seating) => seating.seats >= capacity);
          const best = enough.find(({ isDefault }) => isDefault) ?? enough.sort((a, b) => a.seats - b.seats)[0];
          return best
            ? [{ id: ids[`rooms/${ref}`], setupId: best.ref === '' ? undefined : ids[`setups/${best.ref}`] }]
            : [];
        });
        const found = await call(listBookableRooms, { page, capacity });
        expect(found.rooms.map(({ id, setupId }) => ({ id, setupId }))).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });
});
