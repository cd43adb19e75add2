import type { Endpoint } from '../../gateway/endpoint/endpoint.ts';
import { neededQuery } from '../../site/openapi/needed-query.ts';
import { Member, must } from '../time-tracking/member.ts';
import { importRecords } from './import-records.ts';
import { queryNaming } from './operations.ts';
import { RECORDED_BEFORE, recordRequests } from './recorded-requests.ts';
import { newCalendarFeed } from './test-calendar-feeds.ts';
import type { TestClient } from './test-client.ts';
import { importCurricula } from './test-curricula.ts';
import { importCourses, importUsers, newEmail } from './test-directory.ts';
import { importInto } from './test-locations.ts';
import type { TestInstitution } from './test-system.ts';
import { importTemplates } from './test-time-tracking.ts';
import { newAppointment } from './test-timetable.ts';
import { newDelivery, newEndpoint } from './test-webhooks.ts';
import { addFindings } from './timetracking/findings.ts';

/** A member's id for a body or a query. */
export type Naming = Readonly<Record<string, string>>;

/**
 * Gives an institution at least two records for each list, and three users, so that every read operation finds
 * something. Returns the id of a member who has logs and is clocked in, for a body or a query.
 */
export async function importOneOfEachRecord(institution: TestInstitution): Promise<{ member: Naming }> {
  const [courses] = await Promise.all([
    importCourses(institution, [{}, {}]),
    importGroups(institution),
    importTemplates(institution, 2),
    importRecords(
      institution.operator,
      'calendarDays',
      two('day').map((ref) => ({ ref, name: ref, from: '2026-12-24', kind: 'holiday' })),
    ),
    recordRequests(institution, institution.client),
    importInto(
      institution,
      two('l').map((ref) => ({
        ref,
        name: ref,
        address: 'S',
        rooms: two(ref).map((room) => ({ ref: room, name: room })),
      })),
    ),
    importCurricula(
      institution,
      two('c').map((ref) => ({ ref, name: ref, versions: two(ref).map(curriculumVersion) })),
    ),
    importRecords(
      institution.operator,
      'programs',
      two('p').map((ref) => ({
        ref,
        name: ref,
        versions: two(ref).map((version) => ({ ref: version, name: version })),
      })),
    ),
  ]);
  for (const { layerId } of [...courses, ...courses]) await newAppointment(institution.client, layerId);
  for (const { id: courseId } of courses) await newCalendarFeed(institution.client, { courseId });
  for (const _ of two('hook')) {
    const endpoint = await newEndpoint(institution.client);
    for (const _ of two('delivery')) await newDelivery(institution.client, endpoint);
  }
  await addFindings(institution);
  const worker = await Member.create(institution.client);
  must(201, await worker.log('2026-10-05T04:00:00Z', '2026-10-05T05:00:00Z'));
  must(201, await worker.log('2026-10-05T06:00:00Z', '2026-10-05T07:00:00Z'));
  must(201, await worker.start());
  return { member: { userId: worker.userId } };
}

/** Two groups with the same two members. */
async function importGroups(institution: TestInstitution): Promise<void> {
  const members = two('u');
  await importUsers(
    institution,
    members.map((ref) => ({ ref, email: newEmail(), name: 'Imported' })),
  );
  await importRecords(
    institution.operator,
    'userGroups',
    two('g').map((ref) => ({ ref, name: ref, members })),
  );
}

function curriculumVersion(ref: string) {
  const pathways = two(ref).map((name, position) => ({ ref: name, name, position, type: 'FIXED' }));
  return { ref, version: ref, name: ref, pathways };
}

function two(prefix: string): string[] {
  return [`${prefix}1`, `${prefix}2`];
}

/**
 * A path of a read operation at which the client's institution has data: each id is of the first record of its list, or
 * of a later one.
 * @param member the id of a member of the institution whose lists are not empty
 */
export async function pathOfRecord(
  client: TestClient,
  endpoint: Endpoint,
  { index = 0, member = {} }: { readonly index?: number; readonly member?: Naming } = {},
): Promise<string> {
  let path = `${endpoint.path}${neededQuery(endpoint)}${QUERIES.get(endpoint.path) ?? ''}`;
  while (path.includes('{')) {
    const list = path.split('/{')[0] ?? '';
    const { body } = await client.get(`${list}${QUERIES.get(list) ?? ''}`, { query: queryNaming(endpoint, member) });
    const { id, requestId } = body.data[index];
    path = path.replace(/\{\w+\}/, id ?? requestId);
  }
  return path;
}

/** The required query of a document, and what limits a list to records that stay the same. */
const QUERIES = new Map([
  ['/appointments.ics', '?roomId=none'],
  ['/requests', RECORDED_BEFORE],
]);
