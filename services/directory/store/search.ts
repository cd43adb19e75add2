import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  columnsOf,
  containing,
  contains,
  MAX_FOUND,
  MAX_SEARCHED,
  plainText,
  sqlStatement,
  text,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { emailKey } from '../../../platform/core/text-keys.ts';
import { type CourseRow, SHOWN } from './courses.ts';
import { byName, courses, users } from './tables.ts';
import { SUMMARY, type UserSummary } from './users.ts';

/** Users whose email begins with a text, of all; or whose name or email contains it, of the newest. */
export function searchUsers(db: Reader, { institutionId }: TenantActor, shown: string): Promise<UserSummary[]> {
  return db.rows(USERS, { institutionId, prefix: emailKey(shown), pattern: containing(shown) });
}

/** Courses whose name or code contains a text, of the newest. */
export function searchCourses(db: Reader, { institutionId }: TenantActor, shown: string): Promise<CourseRow[]> {
  return db.rows(COURSES, { institutionId, pattern: containing(shown) });
}

// The last character that there is ends the range of texts with a prefix, in the order of bytes.
const USERS = sqlStatement(users, 'search', {
  parameters: { institutionId: uuid(), prefix: plainText(), pattern: text() },
  result: typesOf(users, SUMMARY),
  text: ($) => `SELECT ${columnsOf(users, 'u', SUMMARY)} FROM (
     (SELECT e.* FROM users e
      WHERE e.institution_id = ${$.institutionId} AND e.email_key >= ${$.prefix} AND e.email_key < ${$.prefix} || chr(1114111)
        AND NOT e.is_archived
      ORDER BY e.email_key LIMIT ${MAX_FOUND})
     UNION
     (SELECT n.* FROM (SELECT * FROM users t WHERE t.institution_id = ${$.institutionId}
        ORDER BY t.created_at DESC, t.id DESC LIMIT ${MAX_SEARCHED}) AS n
      WHERE NOT n.is_archived AND (${contains('n.name', $.pattern)} OR ${contains('n.email', $.pattern)}) LIMIT ${MAX_FOUND})) AS u
   ORDER BY ${byName('u')} LIMIT ${MAX_FOUND}`,
});

const COURSES = sqlStatement(courses, 'search', {
  parameters: { institutionId: uuid(), pattern: text() },
  result: typesOf(courses, SHOWN),
  text: ($) => `SELECT ${columnsOf(courses, 'c', SHOWN)} FROM (
     SELECT * FROM courses t WHERE t.institution_id = ${$.institutionId}
     ORDER BY t.created_at DESC, t.id DESC LIMIT ${MAX_SEARCHED}) AS c
   WHERE NOT c.is_archived AND (${contains('c.name', $.pattern)} OR ${contains('c.code', $.pattern)})
   ORDER BY ${byName('c')} LIMIT ${MAX_FOUND}`,
});
