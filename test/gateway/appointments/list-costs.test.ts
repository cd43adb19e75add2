import { describe, expect, it } from 'vitest';
import { APPOINTMENT_BATCHES, costOf } from '../../support/cost-of-request.ts';
import { describeInOneProcess } from '../../support/shape/shape.ts';
import { importCourses, importUsers } from '../../support/test-directory.ts';
import { importInto } from '../../support/test-locations.ts';
import { startTimetables, Timetable } from '../../support/test-timetable.ts';

/** The cost of appointments with all embedded records: batch RPCs in parallel, never one call per row. */
const { system, school } = await startTimetables();
const userIds = await importUsers(school.institution, 1000);
const names = Array.from({ length: 100 }, (_, n) => `n${n}`);
const courses = await importCourses(
  school.institution,
  names.map((name) => ({ name })),
);
const rooms = names.map((ref) => ({ ref, name: ref, setups: [{ ref: `${ref}s`, name: 'S', isDefault: true }] }));
const importedIds = await importInto(school.institution, [{ ref: 'tower', name: 'Tower', address: 'A', rooms }]);
// A hundred appointments, and no two of them refer to the same record.
await school.fill(
  names.map((name, n) => ({
    dateTime: new Date(Date.UTC(2027, 0, 1, n)).toISOString(),
    courseIds: [courses[n]?.layerId ?? ''],
    rooms: [{ roomId: importedIds[`rooms/${name}`] ?? '' }],
    organizerIds: [userIds[n] ?? ''],
    userIds: userIds.slice(100 + n * 9, 109 + n * 9),
    userGroupIds: [school.id('userGroups/choir')],
  })),
);
await school.get('/appointments', { limit: '1' });

const REASON = 'counts the calls and statements of all services';

describe('GET /appointments: 200: a page', () => {
  it('shows each appointment’s own records', async () => {
    const { body } = await school.get('/appointments', { limit: '100' });
    for (const [n, row] of body.data.entries()) {
      expect(row.appointmentRooms[0].room.name).toBe(`n${n}`);
      expect(row.appointmentRooms[0].setup.isDefault).toBe(true);
      expect(row.appointmentLayers[0].course.name).toBe(`n${n}`);
      expect(row.appointmentUsers.map(({ userId }: { userId: string }) => userId)).toEqual(
        userIds.slice(100 + n * 9, 109 + n * 9),
      );
    }
  });
});

describeInOneProcess(REASON, 'GET /appointments: 200: what a page costs', () => {
  it.each([
    ['/appointments', () => '/appointments', ['ListAppointments']],
    [
      '/courses/{id}/appointments',
      () => `/courses/${school.id('courses/algebra')}/appointments`,
      ['GetCourse', 'ListAppointments'],
    ],
  ])('GET %s: costs as much with a hundred appointments as with one', async (_, pathOf, own) => {
    const mine = pathOf() === '/appointments' ? school : await inOneCourse();
    const path = pathOf() === '/appointments' ? pathOf() : `/courses/${mine.id('courses/algebra')}/appointments`;
    const [one, hundred] = [
      await costOf(() => mine.get(path, { limit: '1' })),
      await costOf(() => mine.get(path, { limit: '100' })),
    ];
    expect([one.answer.body.data.length, hundred.answer.body.data.length]).toEqual([1, 100]);
    expect(hundred.rpcs).toEqual([...APPOINTMENT_BATCHES, ...own].sort());
    expect([one.rpcs, one.statements]).toEqual([hundred.rpcs, hundred.statements]);
    expect(hundred.statements.length).toBeLessThanOrEqual(hundred.rpcs.length + 1);
  });

  it('of appointments that refer to nothing costs only the batch of the layers', async () => {
    const mine = await Timetable.in(system);
    await mine.fill(Array.from({ length: 3 }, () => ({})));
    const { rpcs } = await costOf(() => mine.get('/appointments'));
    expect(rpcs).toEqual(['BatchGetCourseLayers', 'ListAppointments']);
  });

  it('of no appointments costs one RPC', async () => {
    const { rpcs } = await costOf(() => school.get('/appointments', { from: '2040-01-01T00:00:00Z' }));
    expect(rpcs).toEqual(['ListAppointments']);
  });

  it('of more users than a batch holds needs several batches', async () => {
    const mine = await Timetable.in(system);
    const [first, second] = [await importUsers(mine.institution, 1000), await importUsers(mine.institution, 1000)];
    await mine.fill([{ userIds: first }, { userIds: second, dateTime: '2026-10-13T08:00:00.000Z' }]);
    const { rpcs, answer } = await costOf(() => mine.get('/appointments'));
    expect(rpcs.filter((name) => name === 'BatchGetUsers')).toHaveLength(2);
    const shown = answer.body.data.map(({ appointmentUsers }: { appointmentUsers: { user: { id: string } }[] }) =>
      appointmentUsers.map(({ user }) => user.id),
    );
    expect(shown).toEqual([first, second]);
  });
});

describeInOneProcess(REASON, 'an appointment', () => {
  it('GET /appointments/{id}: 200: costs one RPC and a batch for each kind of record', async () => {
    const { id } = await school.create(school.fullBody());
    const { rpcs } = await costOf(() => school.get(`/appointments/${id}`));
    expect(rpcs).toEqual([...APPOINTMENT_BATCHES, 'GetAppointment'].sort());
  });

  it('POST and PATCH: the answer costs nothing beyond the write', async () => {
    const appointment = await school.create(school.fullBody());
    const created = await costOf(() => school.post({ ...school.fullBody(), title: 'Other' }));
    const changed = await costOf(() => school.patch(appointment, { title: 'New' }));
    const of = (rpcs: string[], name: string) => rpcs.filter((each) => each === name).length;
    expect([created.answer.status, changed.answer.status]).toEqual([201, 200]);
    for (const batch of APPOINTMENT_BATCHES) {
      expect([batch, of(created.rpcs, batch)]).toEqual([batch, 1]);
      expect(of(changed.rpcs, batch)).toBeLessThanOrEqual(1);
    }
  });
});

async function inOneCourse(): Promise<Timetable> {
  const mine = await Timetable.in(system);
  const everything = {
    rooms: [{ roomId: mine.id('rooms/hall') }],
    organizerIds: [mine.id('users/ben')],
    userIds: [mine.id('users/cleo')],
    userGroupIds: [mine.id('userGroups/choir')],
  };
  await mine.fill(Array.from({ length: 100 }, () => everything));
  await mine.get('/appointments', { limit: '1' });
  return mine;
}
