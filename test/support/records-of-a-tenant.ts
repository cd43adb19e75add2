import { randomUUID } from 'node:crypto';
import { Member, must } from '../time-tracking/member.ts';
import { importRecords } from './import-records.ts';
import { newCalendarFeed } from './test-calendar-feeds.ts';
import { importCurricula } from './test-curricula.ts';
import { importCourses, importUsers, newUser } from './test-directory.ts';
import { importInto } from './test-locations.ts';
import type { TestAnswer } from './test-messages.ts';
import { importPrograms } from './test-programs.ts';
import type { TestInstitution } from './test-system.ts';
import { importTemplates } from './test-time-tracking.ts';
import { newAppointment } from './test-timetable.ts';
import { newEndpoint } from './test-webhooks.ts';
import { addFindings } from './timetracking/findings.ts';

export type Records = Awaited<ReturnType<typeof newRecords>>;

interface RecordOptions {
  /** When there is an appointment, and the member has an hour of work. */
  readonly hours: readonly string[];
  /** Whether the records that lists filter by it are archived. */
  readonly isArchived: boolean;
}

/** Records of every kind for an institution, which another institution must not see. */
export async function newRecords(institution: TestInstitution, { hours, isArchived }: RecordOptions) {
  const email = `${randomUUID()}@school.example`;
  const user = await newUser(institution.client, { email, code: email });
  const [course] = await importCourses(institution, [{ code: email }]);
  const rooms = [{ ref: 'r', name: email, setups: [{ ref: 's', name: 'S' }] }];
  const [templateId = ''] = await importTemplates(institution, 1);
  const worker = new Member(institution.client, { userId: user.id, email, code: email });
  const logs = await Promise.all(hours.map((hour) => worker.log(at(hour), at(hour.replace(':00', ':59')))));
  const importedIds = await importInto(institution, [{ ref: 'l', name: 'L', address: 'S', rooms }]);
  const { client } = institution;
  const roomId = importedIds['rooms/r'] ?? '';
  const appointment = { rooms: [{ roomId }], organizerIds: [user.id], userIds: [user.id] };
  const addAppointment = (dateTime: string) =>
    newAppointment(client, course?.layerId ?? '', { ...appointment, dateTime });
  for (const hour of hours) await addAppointment(at(hour));
  await newEndpoint(client);
  await addFindings(institution);
  const days = hours.map((hour) => ({ ref: hour, name: hour, from: dayAt(hour), kind: 'closed' }));
  await importRecords(institution.operator, 'calendarDays', days);
  await newCalendarFeed(client, { courseId: course?.id });
  const [memberId = ''] = await importUsers(institution, [
    { ref: 'm', email: `${randomUUID()}@school.example`, name: 'M' },
  ]);
  must(201, await new Member(client, { userId: memberId, email: '', code: '' }).log(at('02:00'), at('02:59')));
  const group = { ref: 'g', name: 'G', members: ['m'] };
  const [userGroup] = await importRecords(institution.operator, 'userGroups', [group]);
  const versions = [{ ref: 'v', version: '1', name: 'V' }];
  const curricula = await importCurricula(institution, [{ ref: 'c', name: 'C', isArchived, versions }]);
  const programVersions = [{ ref: 'pv', name: 'V' }];
  const programs = await importPrograms(institution, [
    { ref: 'p', name: 'P', code: email, isArchived, versions: programVersions },
  ]);
  return {
    email,
    createdAt: user.data.createdAt,
    userId: user.id,
    /** The member's id for a body or a query that requires one. */
    member: { userId: user.id },
    templateId,
    logId: must(201, logs.at(-1) as TestAnswer).body.data.id as string,
    courseId: course?.id ?? '',
    locationId: importedIds['locations/l'] ?? '',
    roomId,
    addAppointment,
    userGroupId: userGroup?.id ?? '',
    curriculumId: curricula['curricula/c'] ?? '',
    curriculumVersionId: curricula['curriculaVersions/v'] ?? '',
    programId: programs['programs/p'] ?? '',
    programVersionId: programs['programVersions/pv'] ?? '',
  };
}

/** A time on the day on which the tests' clock starts: `06:00`. */
export const at = (time: string) => `2026-10-05T${time}:00Z`;

/** A day as far from others as a time is from others: `06:00`. */
export const dayAt = (time: string) => `2026-12-${time.slice(0, 2)}`;
