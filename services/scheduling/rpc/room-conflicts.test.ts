import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Refusal } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { type Appointment, AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { type AppointmentJson, changeOf, School } from '../../../test/support/scheduling/school.ts';
import { directory } from '../../directory/service.ts';
import { locations } from '../../locations/service.ts';
import { scheduling } from '../service.ts';

let service: TestService;
let school: School;
const { updateAppointment, deleteAppointment } = AppointmentService.method;
const precondition = { any: true };

beforeAll(async () => {
  service = await startTestService(scheduling, { peers: [directory, locations] });
});
beforeEach(async () => {
  school = await School.open(service, { rejectRoomConflicts: true });
});
afterAll(() => service.stop());

const at = (time: string) => `2026-10-12T${time}:00.000Z`;
const rooms = (...names: string[]) => names.map((name) => ({ roomId: school.id(`rooms/${name}`) }));
const book = (time: string, duration: number, ...names: string[]) =>
  school.create({ dateTime: at(time), duration, rooms: rooms(...names) });
const patch = (id: string, fields: AppointmentJson) =>
  school.call(updateAppointment, { id, precondition, ...changeOf(fields) }).then(({ appointment }) => appointment);

function conflictWith(appointment: Appointment | undefined, room: string) {
  const { id, dateTime, duration } = appointment ?? {};
  return {
    code: 'ROOM_BOOKED',
    extensions: { conflictingAppointment: { id, roomId: school.id(`rooms/${room}`), dateTime, duration } },
  };
}

describe('an institution that rejects conflicts', () => {
  it('names the earliest of several', async () => {
    const [, early] = [
      await book('10:00', 60, 'hall'),
      await book('08:00', 60, 'attic'),
      await book('09:00', 60, 'hall'),
    ];
    await expect(book('08:30', 300, 'hall', 'attic')).rejects.toMatchObject(conflictWith(early, 'attic'));
  });

  it('allows a released room to be booked again', async () => {
    const first = await book('08:00', 60, 'hall');
    await patch(first.id, { dateTime: at('09:00') });
    const second = await book('08:00', 60, 'hall');
    await expect(patch(first.id, { dateTime: at('08:30') })).rejects.toMatchObject(conflictWith(second, 'hall'));
    await expect(patch(second.id, { duration: 61 })).rejects.toMatchObject({ code: 'ROOM_BOOKED' });
    await patch(first.id, { rooms: null });
    await patch(second.id, { duration: 61 });
    await school.call(deleteAppointment, { id: second.id, precondition });
    await patch(first.id, { rooms: rooms('hall'), dateTime: at('08:00') });
  });

  it('allows an appointment to overlap its own previous time', async () => {
    const { id } = await book('08:00', 60, 'hall', 'attic');
    await patch(id, { dateTime: at('08:30') });
    await patch(id, { rooms: rooms('attic', 'barn'), duration: 90 });
    expect(await patch(id, { rooms: rooms('attic', 'hall') })).toMatchObject({ duration: 90 });
  });
});

describe('the setting', () => {
  beforeEach(() => school.set({ rejectRoomConflicts: false }));
  const reject = (rejectRoomConflicts: boolean) => school.set({ rejectRoomConflicts });

  it('never allows an exclusive booking to overlap an exclusive or a shared one, whatever happens', async () => {
    const action = fc.record({
      kind: fc.constantFrom('create', 'create', 'move', 'delete', 'reject', 'allow'),
      start: fc.nat(12),
      length: fc.integer({ min: 1, max: 6 }),
      which: fc.nat(30),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 25 }), async (actions) => {
        school = await School.open(service);
        const model = new Map<string, { start: number; end: number }>();
        let rejects = false;
        const collides = (start: number, end: number, id?: string) =>
          [...model].some(([other, taken]) => other !== id && taken.start < end && start < taken.end);
        for (const { kind, start, length, which } of actions) {
          const time = { dateTime: toInstantText(Date.parse(at('08:00')) + start * 60_000), duration: length };
          const id = [...model.keys()][which % Math.max(model.size, 1)];
          const before = id === undefined ? undefined : model.get(id);
          if (kind === 'reject' || kind === 'allow') {
            rejects = kind === 'reject';
            await reject(rejects);
          } else if (kind === 'delete' && id !== undefined) {
            await school.call(deleteAppointment, { id, precondition });
            model.delete(id);
          } else if (kind === 'create' || before === undefined || id === undefined) {
            const isRefused = rejects && collides(start, start + length);
            const created = await outcome(school.create({ ...time, rooms: rooms('hall') }));
            expect(created === 'ROOM_BOOKED').toBe(isRefused);
            if (typeof created === 'object') model.set(created.id, { start, end: start + length });
          } else {
            const isSame = before.start === start && before.end === start + length;
            const isRefused = rejects && !isSame && collides(start, start + length, id);
            expect((await outcome(patch(id, time))) === 'ROOM_BOOKED').toBe(isRefused);
            if (!isRefused) model.set(id, { start, end: start + length });
          }
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('races', () => {
  it('create exactly one of fifty appointments for one room and time; the others name it', async () => {
    const results = await Promise.all(Array.from({ length: 50 }, () => outcomeOf(book('08:00', 60, 'hall', 'attic'))));
    const created = results.filter((result) => 'id' in result);
    expect(created).toHaveLength(1);
    const [winner] = created as Appointment[];
    for (const result of results) if (!('id' in result)) expect(result).toMatchObject(conflictWith(winner, 'hall'));
  });

  it('do not deadlock appointments that book several rooms in any order', async () => {
    const orders = [
      ['hall', 'attic', 'barn'],
      ['barn', 'attic', 'hall'],
      ['attic', 'barn', 'hall'],
    ];
    const results = await Promise.all(
      Array.from({ length: 45 }, (_, n) => outcomeOf(book(`08:${10 + (n % 15)}`, 1, ...(orders[n % 3] ?? [])))),
    );
    expect(results.filter((result) => 'id' in result)).toHaveLength(15);
    for (const result of results) if (!('id' in result)) expect(result).toMatchObject({ code: 'ROOM_BOOKED' });
  });

  it('move exactly one of several appointments to one time', async () => {
    const moving = await Promise.all(Array.from({ length: 8 }, (_, n) => book(`1${n}:00`, 60, 'hall')));
    const results = await Promise.all(moving.map(({ id }) => outcome(patch(id, { dateTime: at('08:00') }))));
    expect(results.filter((result) => result !== 'ROOM_BOOKED')).toHaveLength(1);
  });

  it('apply patches without a revision one after the other', async () => {
    const { id } = await book('08:00', 60);
    await Promise.all([
      patch(id, { rooms: rooms('hall') }),
      patch(id, { title: 'Lecture' }),
      patch(id, { rooms: rooms('barn') }),
    ]);
    const now = await school.get(id);
    expect(now).toMatchObject({ title: 'Lecture', sequence: 3 });
    expect(now.address).toBe(now.rooms[0]?.roomId === school.id('rooms/hall') ? 'Street 1' : 'Street 2');
  });

  it('create one appointment for concurrent requests with one key, and return it to each', async () => {
    const keyed = service.callWithKey(school.actor, { key: randomUUID(), fingerprint: 'f' });
    const request = school.request({ rooms: rooms('hall') });
    const attempt = () => keyed(AppointmentService.method.createAppointment, request);
    const results = await Promise.allSettled(Array.from({ length: 10 }, attempt));
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'KEY_IN_FLIGHT' });
    const replay = await attempt();
    expect(replay.metadata?.replayed).toBe(true);
    for (const result of results)
      if (result.status === 'fulfilled') expect(result.value.message).toEqual(replay.message);
  });
});

describe('the database', () => {
  it.each([
    [true, true, false],
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ])('with exclusive bookings: %s, %s, allows the overlap: %s', async (one, other, isAllowed) => {
    const [{ id: first }, { id: second }] = [await book('08:00', 60), await book('08:00', 60)];
    const insert = (appointmentId: string, isExclusive: boolean) =>
      service.sql(
        `INSERT INTO room_bookings VALUES ($1, $2, $3, tstzrange('2026-10-12T08:00Z', '2026-10-12T09:00Z'), $4)`,
        [school.institutionId, appointmentId, school.id('rooms/hall'), isExclusive],
      );
    await insert(first, one);
    const inserted = insert(second, other);
    if (isAllowed) await inserted;
    else await expect(inserted).rejects.toMatchObject({ constraint: 'room_bookings_exclusive' });
  });
});

/** The outcome: the appointment, or the code of the refusal. */
async function outcome(work: Promise<Appointment | undefined>): Promise<Appointment | undefined | string> {
  try {
    return await work;
  } catch (error) {
    return (error as Refusal).code;
  }
}

function outcomeOf(work: Promise<Appointment>): Promise<Appointment | Refusal> {
  return work.catch((error: Refusal) => error);
}
