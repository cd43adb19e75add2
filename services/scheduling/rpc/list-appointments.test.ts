import { randomUUID } from 'node:crypto';
import type { MessageInitShape } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toInstantText } from '../../../platform/core/instant.ts';
import {
  type Appointment,
  AppointmentService,
  type ListAppointmentsRequestSchema,
} from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { copyAppointment } from '../../../test/support/scheduling/copy-appointment.ts';
import { changeOf, School } from '../../../test/support/scheduling/school.ts';
import { walkAppointments } from '../../../test/support/scheduling/walk-appointments.ts';
import { directory } from '../../directory/service.ts';
import { locations } from '../../locations/service.ts';
import { scheduling } from '../service.ts';

type Filters = Omit<MessageInitShape<typeof ListAppointmentsRequestSchema>, 'page' | '$typeName'>;

const START = Date.parse('2026-10-12T08:00:00.000Z');
const minute = (n: number) => toInstantText(START + n * 60_000);

let service: TestService;
let school: School;
let all: Appointment[];
const { listAppointments, updateAppointment, deleteAppointment } = AppointmentService.method;

beforeAll(async () => {
  service = await startTestService(scheduling, { peers: [directory, locations], service: 'own' });
  school = await School.open(service);
  await fill();
  all = (await walkAppointments(school)).flat();
});
afterAll(() => service.stop());

/**
 * Appointments at few times, with few courses, rooms and people, so that every filter matches some and none matches
 * all.
 */
async function fill() {
  const some = (kind: string, names: string[], n: number) =>
    names.filter((_, bit) => (n >> bit) % 2 === 1).map((name) => school.id(`${kind}/${name}`));
  for (let n = 0; n < 64; n++) {
    await school.create({
      dateTime: minute((n * 7) % 5),
      courseIds: some('layers', ['algebra', 'botany'], (n % 3) + 1),
      rooms: some('rooms', ['hall', 'attic', 'barn'], n % 8).map((roomId) => ({ roomId })),
      organizerIds: some('users', ['ada', 'ben'], (n >> 2) % 4),
      userIds: some('users', ['cleo', 'ben'], (n >> 4) % 4),
    });
  }
  const { appointments } = await school.call(listAppointments, { page: { size: 100 } });
  for (const [n, { id }] of appointments.entries()) {
    if (n % 10 === 0) await school.call(deleteAppointment, { id, precondition: { any: true } });
    else if (n % 3 === 0) {
      service.clock.advance(1_000);
      await school.call(updateAppointment, { id, precondition: { any: true }, ...changeOf({ title: `Changed ${n}` }) });
    }
  }
}

const ids = (appointments: readonly Appointment[]) => appointments.map(({ id }) => id);

function meets(appointment: Appointment, filters: Filters): boolean {
  const { from, to, courseIds = [], roomId, organizerId, userId, updatedSince } = filters;
  const courses = appointment.layers.map(({ courseId }) => courseId);
  return (
    (from === undefined || appointment.dateTime >= from) &&
    (to === undefined || appointment.dateTime < to) &&
    courseIds.every((id) => courses.includes(id.toLowerCase())) &&
    (roomId === undefined || appointment.rooms.some((room) => room.roomId === roomId)) &&
    (organizerId === undefined || appointment.organizerIds.includes(organizerId)) &&
    (userId === undefined || appointment.userIds.includes(userId)) &&
    (updatedSince === undefined || appointment.updatedAt >= updatedSince)
  );
}

describe('ListAppointments', () => {
  it('shows all appointments that are not deleted, by date_time and id', async () => {
    expect(all).toHaveLength(57);
    expect(all).toEqual(await Promise.all(all.map(({ id }) => school.get(id))));
    const keys = all.map(({ dateTime, id }) => `${dateTime} ${id}`);
    expect(keys).toEqual([...keys].sort());
  });

  it('applies every filter, in any combination, on pages of any size', async () => {
    const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 1 });
    const one = (kind: string, ...names: string[]) =>
      maybe(fc.constantFrom(...names.map((name) => school.id(`${kind}/${name}`)), randomUUID()));
    const instant = fc.integer({ min: -1, max: 6 }).map((n) => minute(n));
    const filters = fc.record(
      {
        from: maybe(instant),
        to: maybe(instant),
        courseIds: fc.subarray([school.id('courses/algebra'), school.id('courses/botany').toUpperCase()]),
        roomId: one('rooms', 'hall', 'attic', 'barn'),
        organizerId: one('users', 'ada', 'ben', 'cleo'),
        userId: one('users', 'cleo', 'ben', 'ada'),
        updatedSince: maybe(fc.constantFrom(...all.map(({ updatedAt }) => updatedAt))),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 20 }), async (given, size) => {
        const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Filters;
        const pages = await walkAppointments(school, { ...present, size });
        expect(ids(pages.flat())).toEqual(ids(all.filter((each) => meets(each, present))));
        for (const page of pages.slice(0, -1)) expect(page).toHaveLength(size);
      }),
      { numRuns: 150 },
    );
  });

  it.each<[string, Filters]>([
    ['courseIds', { courseIds: ['x'] }],
    ['roomId', { roomId: '' }],
    ['organizerId', { organizerId: 'x'.repeat(1000) }],
    ['userId', { userId: '\u0000' }],
  ])('is empty for an invalid %s', async (_, filters) => {
    expect(await walkAppointments(school, filters)).toEqual([[]]);
  });

  it('refuses dates that do not exist', async () => {
    for (const name of ['from', 'to', 'updatedSince']) {
      const listed = school.call(listAppointments, { page: { size: 1 }, [name]: '2026-02-30T00:00:00.000Z' });
      await expect(listed).rejects.toMatchObject({ code: 'REQUEST_INVALID', violations: [{ pointer: `/${name}` }] });
    }
  });

  it('shows none of another institution', async () => {
    const other = await School.open(service);
    expect(await walkAppointments(other)).toEqual([[]]);
    expect(await walkAppointments(other, { courseIds: [school.id('courses/algebra')] })).toEqual([[]]);
  });
});

describe('ten thousand appointments at one time', () => {
  let crowd: School;
  beforeAll(async () => {
    crowd = await School.open(service);
    for (const userIds of [[], [crowd.id('users/ben')]]) {
      const { id } = await crowd.create({ dateTime: minute(0), rooms: [{ roomId: crowd.id('rooms/hall') }], userIds });
      await copyAppointment(service.sql, id, { count: 4_999, minutesApart: 0 });
    }
    // As autovacuum does soon after a table has grown.
    await service.sql('ANALYZE');
  }, 60_000);

  it.each<[string, () => Filters, number]>([
    ['all', () => ({}), 10_000],
    ['of a room', () => ({ roomId: crowd.id('rooms/hall') }), 10_000],
    [
      'of a course and a participant',
      () => ({ courseIds: [crowd.id('courses/algebra')], userId: crowd.id('users/ben') }),
      5_000,
    ],
  ])(
    'are paged through without gaps and repetitions: %s',
    async (_, filters, count) => {
      const seen = ids((await walkAppointments(crowd, { ...filters(), size: 100 })).flat());
      expect(seen).toHaveLength(count);
      expect(seen).toEqual([...new Set(seen)].sort());
    },
    60_000,
  );
});
