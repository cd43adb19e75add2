import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, toInstantText } from '../../../platform/core/instant.ts';
import { RunningService } from '../../../platform/process/service.ts';
import { RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { FreeRoomService } from '../../../proto/gen/lyceum/scheduling/v1/free_room_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { importRecords } from '../../../test/support/import-records.ts';
import { School } from '../../../test/support/scheduling/school.ts';
import { directory } from '../../directory/service.ts';
import { locations } from '../../locations/service.ts';
import { scheduling } from '../service.ts';

const { listFreeRooms } = FreeRoomService.method;
const { listBookableRooms } = RoomService.method;

let service: TestService;
let school: School;

beforeAll(async () => {
  service = await startTestService(scheduling, { peers: [directory, locations] });
});
beforeEach(async () => {
  school = await School.open(service, { rejectRoomConflicts: true });
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => service.stop());

const at = (time: string) => `2026-10-12T${time}:00.000Z`;
const rooms = (...names: string[]) => names.map((name) => ({ roomId: school.id(`rooms/${name}`) }));

it('finds a booking of any length and start, made while conflicts were rejected or not', async () => {
  const booking = fc.record({ start: fc.nat(30), length: fc.integer({ min: 1, max: 30 }), rejects: fc.boolean() });
  const period = fc.record({ start: fc.nat(40), length: fc.integer({ min: 1, max: 20 }) });
  const isOverlapping = (a: { start: number; length: number }, b: { start: number; length: number }) =>
    a.start < b.start + b.length && b.start < a.start + a.length;
  let day = Date.parse(at('00:00'));
  await fc.assert(
    fc.asyncProperty(
      fc.array(booking, { maxLength: 6 }),
      fc.array(period, { minLength: 10 }),
      async (requested, times) => {
        day += DAY_MS;
        const instant = (minute: number) => toInstantText(day + minute * 60_000);
        const made: typeof requested = [];
        for (const each of requested.toSorted((a, b) => Number(a.rejects) - Number(b.rejects))) {
          if (each.rejects && made.some((other) => isOverlapping(each, other))) continue;
          await school.set({ rejectRoomConflicts: each.rejects });
          await school.create({ dateTime: instant(each.start), duration: each.length, rooms: rooms('hall') });
          made.push(each);
        }
        for (const time of times) {
          const request = { page: { size: 50 }, from: instant(time.start), to: instant(time.start + time.length) };
          const listed = (await school.call(listFreeRooms, request)).rooms.map(({ roomId }) => roomId);
          expect(listed.includes(school.id('rooms/hall'))).toBe(!made.some((each) => isOverlapping(each, time)));
        }
      },
    ),
    { numRuns: 40 },
  );
});

describe('a page', () => {
  /** Creates rooms, some of them booked from 08:00 to 09:00; returns all ids by name. */
  async function fill(count: number, isBooked: (n: number) => boolean): Promise<string[]> {
    const name = (n: number) => `N${String(n).padStart(5, '0')}`;
    const numbers = Array.from({ length: count }, (_, n) => n);
    const records = [
      { ref: 'many', name: 'Many', address: 'A', rooms: numbers.map((n) => ({ ref: name(n), name: name(n) })) },
    ];
    const imported = await importRecords(school.operator, 'locations', records);
    const byRef = new Map(imported.map(({ section, ref, id }) => [`${section}/${ref}`, id]));
    locationId = byRef.get('locations/many') ?? '';
    const ids = numbers.map((n) => byRef.get(`rooms/${name(n)}`) ?? '');
    const booked = ids.filter((_, n) => isBooked(n)).map((roomId) => ({ roomId }));
    for (let first = 0; first < booked.length; first += 100)
      await school.create({ dateTime: at('08:00'), duration: 60, rooms: booked.slice(first, first + 100) });
    return ids;
  }
  let locationId: string;

  /** All pages. */
  async function walk(size: number, filters: object = {}) {
    const pages: string[][] = [];
    let after: { sort: string; id: string } | undefined;
    do {
      const page = { size, ...(after ? { after } : {}) };
      const request = { page, from: at('08:00'), to: at('09:00'), locationId, ...filters };
      const { rooms: found, hasMore, end } = await school.call(listFreeRooms, request);
      expect(hasMore).toBe(end !== undefined);
      pages.push(found.map(({ roomId }) => roomId));
      after = end;
    } while (after);
    return pages;
  }

  it.each([1, 3, 7, 100])('of %s is full while there are more rooms, none missing, none repeated', async (size) => {
    const ids = await fill(60, (n) => n % 3 !== 0);
    const expected = ids.filter((_, n) => n % 3 === 0);
    const pages = await walk(size);
    expect(pages.flat()).toEqual(expected);
    expect(pages).toHaveLength(Math.ceil(expected.length / size));
  });

  it('takes a bounded number of calls if nearly all rooms are booked, and paging still finds the free ones', async () => {
    const ids = await fill(2500, (n) => n !== 2321);
    const invoke = vi.spyOn(RunningService.prototype, 'invoke');
    const pages = await walk(50);
    expect(pages.map(({ length }) => length)).toEqual([0, 0, 1]);
    expect(pages.flat()).toEqual([ids[2321]]);
    const rounds = invoke.mock.calls.filter(([{ name }]) => name === listBookableRooms.name);
    expect(rounds.length / pages.length).toBeLessThanOrEqual(3);
  });

  it('has no end position if the last room read is the last one', async () => {
    await fill(1000, () => true);
    expect(await walk(50)).toEqual([[]]);
  });
});
