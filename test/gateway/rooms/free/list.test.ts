import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, toInstantText } from '../../../../platform/core/instant.ts';
import { changeSettings } from '../../../support/test-directory.ts';
import type { TestAnswer } from '../../../support/test-messages.ts';
import { startTimetables } from '../../../support/test-timetable.ts';

const { school, other } = await startTimetables();
await Promise.all([school, other].map(({ institution }) => changeSettings(institution, { rejectRoomConflicts: true })));

const TIME = { from: '2026-10-12T08:00:00Z', to: '2026-10-12T09:30:00Z' };
const get = (query: Readonly<Record<string, string>>) => school.get('/rooms/free', query);
const namesIn = ({ body }: TestAnswer) => body.data.map(({ name }: { name: string }) => name);
const faultsOf = ({ status, body }: TestAnswer) => [
  status,
  body.code,
  body.errors?.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`),
];

describe('GET /rooms/free: 200', () => {
  it('rooms by name, as GET /rooms/{id} shows them, with the setup to book', async () => {
    const { status, headers, body } = await get(TIME);
    expect(status).toBe(200);
    const rooms = await Promise.all(body.data.map(({ id }: { id: string }) => school.get(`/rooms/${id}`)));
    expect(body.data.map(({ setup: _, ...room }: { setup: unknown }) => room)).toEqual(
      rooms.map((answer) => answer.body.data),
    );
    expect(
      body.data.map(({ name, setup }: { name: string; setup: { name: string } | null }) => [name, setup?.name]),
    ).toEqual([
      ['Hall', 'Rows'],
      ['attic', undefined],
      ['Überraum', undefined],
    ]);
    expect(body.pagination).toEqual({ next_cursor: null, has_more: false, limit: 50 });
    expect([headers.get('etag'), headers.get('cache-control')]).toEqual([null, 'no-store']);
  });

  it('rooms with the seats in one of their setups: those of the room count where the setup states none', async () => {
    const setupsFor = async (capacity: number) =>
      (await get({ ...TIME, capacity: String(capacity) })).body.data.map(
        ({ name, setup }: { name: string; setup: { name: string } | null }) => [name, setup?.name],
      );
    expect(await setupsFor(1)).toEqual([['Hall', 'Rows']]);
    expect(await setupsFor(36)).toEqual([['Hall', 'Rows']]);
    expect(await setupsFor(37)).toEqual([['Hall', 'Circle']]);
    expect(await setupsFor(40)).toEqual([['Hall', 'Circle']]);
    expect(await setupsFor(41)).toEqual([]);
  });

  it('rooms of a location, none of an unknown one or of another institution’s', async () => {
    expect(namesIn(await get({ ...TIME, locationId: school.id('locations/harbour') }))).toEqual(['Hall', 'Überraum']);
    for (const locationId of [randomUUID(), 'no-uuid', '', other.id('locations/harbour')])
      expect([locationId, namesIn(await get({ ...TIME, locationId }))]).toEqual([locationId, []]);
  });

  it('the instants of any offset, and of the longest time', async () => {
    const dateTime = '2026-03-02T08:00:00Z';
    await school.create({ dateTime, duration: 60, rooms: [{ roomId: school.id('rooms/hall') }] });
    const free = async (from: string, to: string) => namesIn(await get({ from, to }));
    expect(await free('2026-03-02T10:00:00+01:00', '2026-03-02T10:30:00+01:00')).toContain('Hall');
    expect(await free('2026-03-02T09:59:59.999+01:00', '2026-03-02T10:30:00+01:00')).not.toContain('Hall');
    expect(await free('2026-01-01T00:00:00Z', '2027-01-02T00:00:00Z')).not.toContain('Hall');
    expect(await free('9998-12-30T00:00:00Z', '9998-12-31T00:00:00Z')).toContain('Hall');
  });

  it('what another institution books changes nothing', async () => {
    const dateTime = '2026-04-02T08:00:00Z';
    const rooms = ['hall', 'attic', 'cellar'].map((name) => ({ roomId: other.id(`rooms/${name}`) }));
    await other.create({ dateTime, duration: 60, rooms });
    const query = { from: dateTime, to: '2026-04-02T09:00:00Z' };
    expect(namesIn(await get(query))).toHaveLength(3);
    expect(namesIn(await other.get('/rooms/free', query))).toEqual([]);
  });

  it('exactly the rooms in which an appointment of the time is created', async () => {
    const names = ['hall', 'attic', 'cellar'] as const;
    const time = fc.record({ start: fc.nat(20), length: fc.integer({ min: 1, max: 8 }) });
    const booking = fc.record({ time, rooms: fc.subarray([...names], { minLength: 1 }) });
    let day = Date.parse('2027-01-01T08:00:00Z');
    await fc.assert(
      fc.asyncProperty(fc.array(booking, { maxLength: 6 }), time, async (bookings, period) => {
        day += DAY_MS;
        const instant = (minute: number) => toInstantText(day + minute * 60_000);
        const create = async ({ start, length }: typeof period, inRooms: readonly string[]) => {
          const rooms = inRooms.map((name) => ({ roomId: school.id(`rooms/${name}`) }));
          return (await school.post({ dateTime: instant(start), duration: length, rooms })).status;
        };
        for (const each of bookings) expect([201, 409]).toContain(await create(each.time, each.rooms));
        const { body } = await get({ from: instant(period.start), to: instant(period.start + period.length) });
        const listed = body.data.map(({ id }: { id: string }) => id);
        const created: string[] = [];
        for (const name of names) if ((await create(period, [name])) === 201) created.push(school.id(`rooms/${name}`));
        expect([...listed].sort()).toEqual(created.sort());
      }),
      { numRuns: 20 },
    );
  });
});

describe('GET /rooms/free: 400', () => {
  it('without the time, all that is missing at once', async () => {
    expect(faultsOf(await get({}))).toEqual([400, 'bad_request', ['from required', 'to required']]);
    expect(faultsOf(await get({ from: TIME.from }))).toEqual([400, 'bad_request', ['to required']]);
    expect(faultsOf(await get({ to: TIME.to }))).toEqual([400, 'bad_request', ['from required']]);
  });

  it('a time that ends when it begins, before it, or later than after 366 days', async () => {
    const with366Days = { from: '2026-01-01T00:00:00Z', to: '2027-01-02T00:00:00.001Z' };
    expect(faultsOf(await get({ ...TIME, to: TIME.from }))).toEqual([400, 'bad_request', ['to invalid_value']]);
    expect(faultsOf(await get({ from: TIME.to, to: TIME.from }))).toEqual([400, 'bad_request', ['to invalid_value']]);
    const sameInstant = { from: '2026-10-12T08:00:00Z', to: '2026-10-12T10:00:00+02:00' };
    expect(faultsOf(await get(sameInstant))).toEqual([400, 'bad_request', ['to invalid_value']]);
    expect(faultsOf(await get(with366Days))).toEqual([400, 'bad_request', ['to too_big']]);
  });

  it.each([
    ['0', 'too_small'],
    ['-1', 'too_small'],
    ['2147483648', 'too_big'],
    ['999999999999999', 'too_big'],
    ['1.5', 'invalid_type'],
    ['+5', 'invalid_type'],
    ['05', 'invalid_type'],
    ['1e1', 'invalid_type'],
    [' 5', 'invalid_type'],
    ['-0', 'invalid_type'],
    ['9'.repeat(400), 'invalid_type'],
    ['many', 'invalid_type'],
    ['', 'invalid_type'],
    ['5\0', 'invalid_string'],
  ])('capacity as "%s"', async (capacity, code) => {
    expect(faultsOf(await get({ ...TIME, capacity }))).toEqual([400, 'bad_request', [`capacity ${code}`]]);
  });

  it('a cursor of another time, of other seats or another location', async () => {
    const { next_cursor: cursor } = (await get({ ...TIME, limit: '1' })).body.pagination;
    expect(namesIn(await get({ ...TIME, cursor, from: '2026-10-12T10:00:00+02:00' }))).toEqual(['attic', 'Überraum']);
    for (const changed of [{ to: '2026-10-12T09:31:00Z' }, { capacity: '1' }, { locationId: 'x' }]) {
      const { status, body } = await get({ ...TIME, cursor, ...changed });
      expect([status, body.code]).toEqual([400, 'invalid_cursor']);
    }
  });
});

describe('GET /rooms/free: 200: after the 409 of an appointment', () => {
  it('lists rooms that can be booked', async () => {
    const time = { dateTime: '2026-05-04T08:00:00Z', duration: 90 };
    const rooms = [{ roomId: school.id('rooms/hall') }];
    await school.create({ ...time, rooms });
    const { status, body } = await school.post({ ...time, rooms });
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(body.detail).toContain('GET /rooms/free');
    const [room] = (await get({ from: time.dateTime, to: '2026-05-04T09:30:00Z' })).body.data;
    const booking = { roomId: room.id, setupId: room.setup?.id ?? null };
    expect((await school.post({ ...time, rooms: [booking] })).status).toBe(201);
  });
});
