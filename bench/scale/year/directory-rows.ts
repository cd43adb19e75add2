import { changedAt, madeAt, rowsOf, SMALL_INSTITUTIONS, TODAY, type Year } from './rows-of-year.ts';
import type { YearSize } from './year-size.ts';

/** Courses of a year: one for every hundred appointments. */
export const coursesOf = ({ appointments }: YearSize) => Math.max(100, appointments / 50);

/** The rows of directory. The large institution already exists. */
export function directoryRows(year: Year, size: YearSize): readonly string[] {
  const courses = coursesOf(size);
  return [
    `INSERT INTO institutions (id, ref, name, created_at, updated_at)
     SELECT uid('institution', n), 'i' || n, 'Institution ' || n, ${TODAY}, ${TODAY} FROM generate_series(0, ${SMALL_INSTITUTIONS - 1}) AS n`,
    `INSERT INTO users (institution_id, id, ref, email, email_key, name, name_is_own, first_name, last_name, code, code_key, is_archived, revision,
       created_at, updated_at)
     SELECT r.i, uid('user', r.m), 'u' || r.m, 'made' || r.m || '@year.example', 'made' || r.m || '@year.example', 'First Last ' || r.m, false,
       'First', 'Last ' || r.m, 'Y-' || r.m, 'y-' || r.m, r.m % 20 = 0, uid('r', r.n), ${madeAt(year, size.users)}, ${changedAt(year, size.users)}
     FROM ${rowsOf(year, size.users)}`,
    `INSERT INTO courses (institution_id, id, ref, code, code_key, name, layer_id, is_archived, revision, created_at, updated_at)
     SELECT r.i, uid('course', r.m), 'c' || r.m, 'C' || r.m / 2, 'c' || r.m / 2, 'Course ' || r.m, uid('layer', r.m), false, uid('r', r.n),
       ${madeAt(year, courses)}, ${changedAt(year, courses)}
     FROM ${rowsOf(year, courses)}`,
    `INSERT INTO user_groups (institution_id, id, ref, name, member_count, revision, created_at, updated_at)
     SELECT r.i, uid('group', r.m), 'g' || r.m, 'Group ' || r.m, 10, uid('r', r.n), ${TODAY}, ${TODAY} FROM ${rowsOf(year, size.users / 100)}`,
    `INSERT INTO user_group_members
     SELECT g.institution_id, g.id, u.id FROM user_groups g, generate_series(0, 9) AS n, users u
     WHERE u.institution_id = g.institution_id AND u.id = uid('user', substr(g.ref, 2)::bigint * 10 + n)`,
  ];
}
