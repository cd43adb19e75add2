import type { Call } from '../platform/calls/caller.ts';
import { createAppointments } from '../test/support/create-appointments.ts';
import { importRecords } from '../test/support/import-records.ts';

/** The ids that appointments of the bench refer to. */
export interface Timetable {
  readonly layerIds: readonly string[];
  readonly roomIds: readonly string[];
  readonly userGroupIds: readonly string[];
}

const COURSES = 100;
const ROOMS = 100;
const GROUPS = 10;
const APPOINTMENTS = 2_000;

/** Courses, rooms with setups, groups, and appointments that embed them and five users each. */
export async function prepareTimetable(
  { operator, integration }: { readonly operator: Call; readonly integration: Call },
  userIds: readonly string[],
): Promise<Timetable> {
  const courses = await importRecords(
    operator,
    'courses',
    numbers(COURSES).map((n) => ({ ref: `c${n}`, code: `C-${n}`, name: `Course ${n}` })),
  );
  const groups = await importRecords(
    operator,
    'userGroups',
    numbers(GROUPS).map((n) => ({ ref: `g${n}`, name: `Group ${n}`, members: numbers(20).map((k) => `u${n + k}`) })),
  );
  const rooms = numbers(ROOMS).map((n) => ({
    ref: `r${n}`,
    name: `Room ${n}`,
    capacity: 40,
    setups: [
      { ref: `r${n}a`, name: 'Rows', capacity: 40, isDefault: true },
      { ref: `r${n}b`, name: 'Circle', capacity: 20 },
    ],
  }));
  const imported = await importRecords(operator, 'locations', [
    { ref: 'campus', name: 'Campus', address: 'Street 1', rooms },
  ]);
  const timetable = {
    layerIds: courses.map(({ layerId }) => layerId),
    roomIds: imported.filter(({ section }) => section === 'rooms').map(({ id }) => id),
    userGroupIds: groups.map(({ id }) => id),
  };
  await createAppointments(
    integration,
    numbers(APPOINTMENTS).map((n) => appointmentBody(timetable, userIds, n)),
  );
  return timetable;
}

/** An appointment with all embedded records; times differ, and records recur as in a real timetable. */
export function appointmentBody(timetable: Timetable, userIds: readonly string[], n: number) {
  const one = (ids: readonly string[], shift = 0) => ids[(n * 7 + shift) % ids.length] ?? '';
  return {
    title: `Lecture ${n}`,
    dateTime: new Date(Date.UTC(2027, 0, 1) + n * 45 * 60_000).toISOString(),
    duration: 90,
    courseIds: [one(timetable.layerIds)],
    rooms: [{ roomId: one(timetable.roomIds) }],
    organizerIds: [one(userIds)],
    userIds: [1, 2, 3].map((shift) => one(userIds, shift)),
    userGroupIds: [one(timetable.userGroupIds)],
    onlineAddress: 'https://zoom.us/j/1',
  };
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n);
}
