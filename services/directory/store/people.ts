import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  boolean,
  type Column,
  columnsOf,
  containing,
  type FoundPage,
  foundPage,
  integer,
  MAX_LOOKED_AT,
  type Placeholders,
  SEEN,
  sqlStatement,
  text,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { POSITION } from '../../../platform/data/tables.ts';
import type { UserState } from '../domain/user.ts';
import { byName, users } from './tables.ts';
import { USER_STATE } from './users.ts';
import { findByText, foundByIndex, isMatch, MAX_MATCHES, pageOfFound } from './users-by-text.ts';

/** Which people are searched for. */
export interface PeopleSearch {
  /** A part of the name, of the email or of the code; empty for everybody. */
  readonly text: string;
  /** Null for both. */
  readonly isArchived: boolean | null;
  /** Null for any, or none. */
  readonly userGroupId: string | null;
}

/** The people whose name, email or code contains a text, after a position, by name: see {@link findByText}. */
export async function findPeople(
  db: Reader,
  actor: TenantActor,
  after: Keyset,
  search: PeopleSearch,
): Promise<FoundPage<UserState>> {
  const { text: searched, userGroupId } = search;
  const from = {
    institutionId: actor.institutionId,
    ...after,
    states: search.isArchived === null ? [false, true] : [search.isArchived],
    pattern: containing(searched),
  };
  if (userGroupId !== null) {
    // The members of a group are looked up and sorted.
    return pageOfFound(await db.rows(OF_GROUP, { ...from, userGroupId }), after.limit, 'name');
  }
  const scan = async (atMost: number) =>
    foundPage(await db.rows(SCAN_BY_NAME, { ...from, atMost }), 'name', after.limit, atMost);
  if (searched === '') return scan(after.limit);
  return findByText(searched, after, 'name', { scan, find: () => db.rows(FIND, from) });
}

const SEARCH = { ...POSITION, states: boolean().array(), pattern: text() };

/** The next people who are archived, or who are not, if they are asked for. */
const next = ($: Placeholders<typeof SEARCH & { atMost: Column<number> }>, isArchived: boolean) => `(SELECT * FROM (
       SELECT *, t.name COLLATE "C" AS plain_name FROM users t
       WHERE t.institution_id = ${$.institutionId} AND t.is_archived = ${isArchived} AND ${isArchived} = ANY(${$.states})
         AND (${byName('t')}) > (${$.sort}, ${$.id})
       ORDER BY ${byName('t')} LIMIT ${MAX_LOOKED_AT}) AS limited LIMIT ${$.atMost})`;

/** The matches among the next people, with the last who was looked at. */
const SCAN_BY_NAME = sqlStatement(users, 'scan_by_name', {
  parameters: { ...SEARCH, atMost: bigint() },
  result: { ...typesOf(users, USER_STATE), ...SEEN },
  text: ($) => `SELECT ${columnsOf(users, 'u', USER_STATE)}, u.is_match AS "isMatch", u.nth::integer FROM (
     SELECT n.*, ${isMatch('n', $.pattern)} AS is_match
     FROM (SELECT s.*, row_number() OVER (ORDER BY ${byName('s')}) AS nth
       FROM (${next($, false)} UNION ALL ${next($, true)} ORDER BY plain_name, id LIMIT ${$.atMost}) AS s) AS n) AS u
   WHERE u.is_match OR u.nth = ${$.atMost} ORDER BY u.nth LIMIT ${$.limit}`,
});

/** The matches after a position, unless an institution has too many: then any of them, and how many were counted. */
const FIND = sqlStatement(users, 'find', {
  parameters: SEARCH,
  result: { ...typesOf(users, USER_STATE), matches: integer() },
  text: ($) => `WITH ${foundByIndex($)}
   SELECT ${columnsOf(users, 'u', USER_STATE)}, (SELECT count(*) FROM found)::integer AS matches FROM found u
   WHERE (SELECT count(*) FROM found) > ${MAX_MATCHES}
     OR (u.is_archived = ANY(${$.states}) AND (${byName('u')}) > (${$.sort}, ${$.id})) ORDER BY ${byName('u')} LIMIT ${$.limit}`,
});

const OF_GROUP = sqlStatement(users, 'find_in_group', {
  parameters: { ...SEARCH, userGroupId: uuid() },
  result: typesOf(users, USER_STATE),
  text: ($) => `SELECT ${columnsOf(users, 'u', USER_STATE)} FROM (SELECT m.user_id FROM user_group_members m
     WHERE m.institution_id = ${$.institutionId} AND m.user_group_id = ${$.userGroupId} OFFSET 0) AS member
   CROSS JOIN LATERAL (SELECT * FROM users t
     WHERE t.institution_id = ${$.institutionId} AND t.id = member.user_id LIMIT 1) AS u
   WHERE u.is_archived = ANY(${$.states}) AND (${byName('u')}) > (${$.sort}, ${$.id}) AND (${isMatch('u', $.pattern)})
   ORDER BY ${byName('u')} LIMIT ${$.limit}`,
});
