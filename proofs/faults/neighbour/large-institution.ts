import type { Call } from '../../../platform/calls/caller.ts';
import { createAppointments } from '../../../test/support/create-appointments.ts';
import { importRecords } from '../../../test/support/import-records.ts';

/** The records of an institution that are costly to read. */
export interface LargeInstitution {
  /** A thousand of them. */
  readonly userIds: readonly string[];
  /** Of its courses. */
  readonly layerIds: readonly string[];
  /** A course with many appointments of a thousand participants each. */
  readonly crowdedCourseId: string;
  /** A course with so many appointments that its calendar is at its limits, or with the requested number. */
  readonly longCourseId: string;
}

/** The number of appointments of the two courses. */
export interface Appointments {
  readonly crowded: number;
  readonly long: number;
}

export const MANY_APPOINTMENTS: Appointments = { crowded: 100, long: 12_000 };

/** Fills an institution with the maximum the contract allows. @param operator calls as its operator */
export async function fillInstitution(operator: Call, appointments: Appointments): Promise<LargeInstitution> {
  const users = await importRecords(
    operator,
    'users',
    numbers(1_000).map((n) => ({
      ref: `p${n}`,
      email: `participant${n}@crowd.example`,
      firstName: 'Participant',
      lastName: `Number ${n}`,
      image: `https://images.crowd.example/participants/${n}.png`,
    })),
  );
  const userIds = users.map(({ id }) => id);
  const names = ['crowded', 'long'].map((ref) => ({ ref, name: ref }));
  const courses = await importRecords(operator, 'courses', names);
  const [crowded, long] = courses;
  const crowds = numbers(appointments.crowded).map((n) => ({
    title: `Assembly ${n}`,
    dateTime: at(n),
    duration: 60,
    courseIds: [crowded?.layerId ?? ''],
    userIds,
    organizerIds: userIds.slice(0, 200),
  }));
  await createAppointments(operator, crowds);
  const lectures = numbers(appointments.long).map((n) => ({
    title: `Lecture ${n}`,
    notes: `What the ${n}th is about. `.repeat(5),
    dateTime: at(n),
    duration: 90,
    courseIds: [long?.layerId ?? ''],
    organizerIds: [userIds[n % 20] ?? ''],
  }));
  await createAppointments(operator, lectures);
  const layerIds = courses.map(({ layerId }) => layerId);
  return { userIds, layerIds, crowdedCourseId: crowded?.id ?? '', longCourseId: long?.id ?? '' };
}

function at(n: number): string {
  return new Date(Date.UTC(2026, 0, 1) + n * 90 * 60_000).toISOString();
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n);
}
