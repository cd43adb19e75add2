import { randomUUID } from 'node:crypto';
import { importRecords } from '../import-records.ts';
import { importOneOfEachRecord, type Naming } from '../one-of-each-record.ts';
import { importCourses, importUsers } from '../test-directory.ts';
import type { TestInstitution, TestSystem } from '../test-system.ts';
import type { Meanings } from './largest-body.ts';

/** An institution with a record of every kind, and as many as the longest list of a request can name. */
export interface LargeSchool extends TestInstitution {
  readonly courseId: string;
  readonly layerId: string;
  readonly member: Naming;
  /** Ids by the names that bodies have for them. */
  readonly ids: Meanings;
}

export async function newLargeSchool(system: TestSystem): Promise<LargeSchool> {
  const school = await system.newInstitution();
  const { member } = await importOneOfEachRecord(school);
  const named = (count: number) => Array.from({ length: count }, () => ({ ref: randomUUID(), name: randomUUID() }));
  const idsOf = async (section: string, records: readonly object[], kept = section) =>
    (await importRecords(school.operator, section, records)).flatMap((each) =>
      each.section === kept ? [each.id] : [],
    );
  const users = await importUsers(school, 1_000);
  const courses = await importCourses(school, named(200));
  const groups = await idsOf('userGroups', named(200));
  const curricula = await idsOf('curricula', named(200));
  const rooms = await idsOf('locations', [{ ref: 'large', name: 'Large', address: 'S', rooms: named(100) }], 'rooms');
  const place =
    (ids: readonly string[]): Meanings[string] =>
    (places) =>
      ids[places.at(-1) ?? 0];
  const { id: courseId = '', layerId = '' } = courses[0] ?? {};
  return {
    ...school,
    courseId,
    layerId,
    member,
    ids: {
      courseIds: place(courses.map((course) => course.layerId)),
      organizerIds: place(users),
      userIds: place(users),
      userGroupIds: place(groups),
      curriculaIds: place(curricula),
      roomId: place(rooms),
      courseId: () => courseId,
    },
  };
}
