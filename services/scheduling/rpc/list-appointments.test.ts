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

  it('shows none of another institution', async () => {
    const other = await School.open(service);
    expect(await walkAppointments(other)).toEqual([[]]);
    expect(await walkAppointments(other, { courseIds: [school.id('courses/algebra')] })).toEqual([[]]);
  });
});
