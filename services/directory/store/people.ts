import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  boolean,
  type Column,
  columnsOf,
  containing,
  contains,
  integer,
  type Placeholders,
  sqlStatement,
  text,
  typesOf,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { POSITION } from '../../../platform/data/tables.ts';
import type { UserState } from '../domain/user.ts';
import { byName, searchedText, users } from './tables.ts';
import { USER_STATE } from './users.ts';

/** Which people are searched for. */
export interface PeopleSearch {
  /** A part of the name, of the email or of the code; empty for everybody. */
  readonly text: string;
  /** Null for both. */
  readonly isArchived: boolean | null;
  /** Null for any, or none. */
  readonly userGroupId: string | null;
}

/** People by name, and where the next page begins; null if no more match. */
export interface PeoplePage {
  readonly people: readonly UserState[];
  readonly next: { readonly sort: string; readonly id: string } | null;
}

/**
 * The people whose name, email or code contains a text, after a position, by name. However many people there are, a
 * call looks at few: a text that many have is found soon by a scan in the order of names, a text that few have
 * is found by the index of the parts of texts. A rare text of one or two letters, or of other letters than the basic
 * Latin ones, is in no index that all databases have alike: of these a page ends after {@link MAX_LOOKED_AT} people.
 */
export async function findPeople(
  db: Reader,
  actor: TenantActor,
  after: Keyset,
  search: PeopleSearch,
): Promise<PeoplePage> {
  if (search.userGroupId !== null) return findMembers(db, actor, after, search, search.userGroupId);
  if (search.text === '') return scanByName(db, actor, after, search, after.limit);
  const first = await scanByName(db, actor, after, search, FIRST_LOOK);
  if (first.people.length === after.limit - 1 || !first.next) return first;
  if (!hasIndexedPart(search.text)) return scanByName(db, actor, after, search, MAX_LOOKED_AT);
  const { institutionId } = actor;
  const found = await db.rows(FIND, {
    institutionId,
    ...after,
    states: statesOf(search),
    pattern: containing(search.text),
  });
  // Too many to sort: scan by name instead.
  const [one] = found;
  if (one && one.matches > MAX_MATCHES) return scanByName(db, actor, after, search, MAX_LOOKED_AT);
  const people = found.slice(0, after.limit - 1);
  const last = people.at(-1);
  return { people, next: found.length === after.limit && last ? { sort: last.name, id: last.id } : null };
}

/** The same of those who are in a group: its members are looked up and sorted. */
async function findMembers(
  db: Reader,
  { institutionId }: TenantActor,
  after: Keyset,
  search: PeopleSearch,
  userGroupId: string,
): Promise<PeoplePage> {
  const found = await db.rows(OF_GROUP, {
    institutionId,
    ...after,
    states: statesOf(search),
    pattern: containing(search.text),
    userGroupId,
  });
  const people = found.slice(0, after.limit - 1);
  const last = people.at(-1);
  return { people, next: found.length === after.limit && last ? { sort: last.name, id: last.id } : null };
}

/** Looks at a number of people in the order of names. */
async function scanByName(
  db: Reader,
  { institutionId }: TenantActor,
  { sort, id, limit }: Keyset,
  search: PeopleSearch,
  atMost: number,
): Promise<PeoplePage> {
  const position = { institutionId, sort, id, limit };
  const seen = await db.rows(SCAN_BY_NAME, {
    ...position,
    states: statesOf(search),
    pattern: containing(search.text),
    atMost,
  });
  const people = seen.filter(({ isMatch }) => isMatch).slice(0, limit - 1);
  const end = seen.at(-1);
  // The statement has ended with one more than the page holds, or at the last of those it was to look at.
  const isOver = !end || (seen.length < limit && end.nth < atMost);
  const last = seen.length === limit ? people.at(-1) : end;
  return { people, next: isOver || !last ? null : { sort: last.name, id: last.id } };
}

/**
 * Whether a text has a part of which an index of trigrams knows the rows, whatever letters the database's locale knows.
 */
export function hasIndexedPart(searched: string): boolean {
  return /[a-z0-9]{3}|[a-z0-9]{2}[ -/:-@[-`{-~]|[ -/:-@[-`{-~][a-z0-9]/i.test(searched.normalize('NFC'));
}

function statesOf({ isArchived }: PeopleSearch): readonly boolean[] {
  return isArchived === null ? [false, true] : [isArchived];
}

/** People who are looked at before an index is asked. */
const FIRST_LOOK = 500;

/** People who are looked at in one call where an index knows nothing. */
export const MAX_LOOKED_AT = 5_000;

/** The most people with a text that are sorted. */
export const MAX_MATCHES = 5_000;

const SEARCH = { ...POSITION, states: boolean().array(), pattern: text() };

const isMatch = ($: Placeholders<typeof SEARCH>, u: string) =>
  `${contains(`${u}.name`, $.pattern)} OR ${contains(`${u}.email`, $.pattern)} OR coalesce(${contains(`${u}.code`, $.pattern)}, false)`;

/** The next people who are archived, or who are not, if they are asked for. */
const next = ($: Placeholders<typeof SEARCH & { atMost: Column<number> }>, isArchived: boolean) => `(SELECT * FROM (
       SELECT *, t.name COLLATE "C" AS plain_name FROM users t
       WHERE t.institution_id = ${$.institutionId} AND t.is_archived = ${isArchived} AND ${isArchived} = ANY(${$.states})
         AND (${byName('t')}) > (${$.sort}, ${$.id})
       ORDER BY ${byName('t')} LIMIT ${MAX_LOOKED_AT}) AS limited LIMIT ${$.atMost})`;

/** The matches among the next people, with the last who was looked at. */
const SCAN_BY_NAME = sqlStatement(users, 'scan_by_name', {
  parameters: { ...SEARCH, atMost: bigint() },
  result: { ...typesOf(users, USER_STATE), isMatch: boolean(), nth: integer() },
  text: ($) => `SELECT ${columnsOf(users, 'u', USER_STATE)}, u.is_match AS "isMatch", u.nth::integer FROM (
     SELECT n.*, ${isMatch($, 'n')} AS is_match
     FROM (SELECT s.*, row_number() OVER (ORDER BY ${byName('s')}) AS nth
       FROM (${next($, false)} UNION ALL ${next($, true)} ORDER BY plain_name, id LIMIT ${$.atMost}) AS s) AS n) AS u
   WHERE u.is_match OR u.nth = ${$.atMost} ORDER BY u.nth LIMIT ${$.limit}`,
});

/** The matches after a position, unless an institution has too many: then any of them, and how many were counted. */
const FIND = sqlStatement(users, 'find', {
  parameters: SEARCH,
  result: { ...typesOf(users, USER_STATE), matches: integer() },
  text: ($) => `WITH found AS MATERIALIZED (
     SELECT * FROM users f
     WHERE f.institution_id = ${$.institutionId} AND ${searchedText('f.')} LIKE lower(normalize(${$.pattern}) COLLATE pg_c_utf8)
     LIMIT ${MAX_MATCHES + 1})
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
   WHERE u.is_archived = ANY(${$.states}) AND (${byName('u')}) > (${$.sort}, ${$.id}) AND (${isMatch($, 'u')})
   ORDER BY ${byName('u')} LIMIT ${$.limit}`,
});
