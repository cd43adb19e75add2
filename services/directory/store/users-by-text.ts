import type { Reader } from '../../../libraries/pg-batch/index.ts';
import {
  containing,
  contains,
  equalsUnlessNull,
  type FoundPage,
  instant,
  integer,
  MAX_LOOKED_AT,
  positionIn,
  searchedList,
  sqlStatement,
  text,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import type { UserState } from '../domain/user.ts';
import { searchedText, users } from './tables.ts';
import { PAGES, type UserFilters, withKeys } from './users.ts';

/** Two ways to the users with a text, in the same order. */
interface Ways {
  /** Looks at the next users in the order. */
  scan(atMost: number): Promise<FoundPage<UserState>>;
  /** Sorts all users with the text, or returns some of more than {@link MAX_MATCHES}. */
  find(): Promise<readonly (UserState & { readonly matches: number })[]>;
}

/**
 * The users whose name, email or code contains a text. However many users there are, a call looks at few: a text that
 * many have is found soon by a scan in order, a text that few have is found by the index of the parts of texts. A rare
 * text of one or two letters, or of other letters than the basic Latin ones, is in no index that all databases have
 * alike: of these a page ends after {@link MAX_LOOKED_AT} users.
 * @param order what the position of a user is
 */
export async function findByText(
  searched: string,
  { limit }: Keyset,
  order: 'name' | 'createdAt',
  { scan, find }: Ways,
): Promise<FoundPage<UserState>> {
  const first = await scan(FIRST_LOOK);
  if (first.rows.length === limit - 1 || !first.end) return first;
  if (!hasIndexedPart(searched)) return scan(MAX_LOOKED_AT);
  const found = await find();
  const [one] = found;
  return one && one.matches > MAX_MATCHES ? scan(MAX_LOOKED_AT) : pageOfFound(found, limit, order);
}

/** The page of rows that were sorted: one more than it holds, if there are more. */
export function pageOfFound(
  found: readonly UserState[],
  limit: number,
  order: 'name' | 'createdAt',
): FoundPage<UserState> {
  const rows = found.slice(0, limit - 1);
  const last = rows.at(-1);
  return { rows, end: found.length === limit && last ? { sort: last[order], id: last.id } : null };
}

/** The users of a list, in order of creation, whose name, email or code contains a text. */
export function findUsersByText(
  db: Reader,
  { institutionId }: TenantActor,
  after: Keyset,
  filters: UserFilters,
  searched: string,
): Promise<FoundPage<UserState>> {
  const { isArchived, updatedSince } = filters;
  const from = { institutionId, ...after };
  return findByText(searched, after, 'createdAt', {
    scan: (atMost) => SEARCH(db, from, withKeys(filters), searched, atMost),
    // Users named by ids, an email or a code are so few that the first look has met them all.
    find: () => db.rows(FIND, { ...from, pattern: containing(searched), isArchived, updatedSince }),
  });
}

/** Whether a user has a pattern. */
export function isMatch(user: string, pattern: string): string {
  return `${contains(`${user}.name`, pattern)} OR ${contains(`${user}.email`, pattern)} OR coalesce(${contains(`${user}.code`, pattern)}, false)`;
}

/** The users with a text, `found`, by the index: at most one more than are sorted. */
export function foundByIndex($: { readonly institutionId: string; readonly pattern: string }): string {
  return `found AS MATERIALIZED (
     SELECT * FROM users f
     WHERE f.institution_id = ${$.institutionId} AND ${searchedText('f.')} LIKE lower(normalize(${$.pattern}) COLLATE pg_c_utf8)
     LIMIT ${MAX_MATCHES + 1})`;
}

/**
 * Whether a text has a part of which an index of trigrams knows the rows, whatever letters the database's locale knows.
 */
function hasIndexedPart(searched: string): boolean {
  return /[a-z0-9]{3}|[a-z0-9]{2}[ -/:-@[-`{-~]|[ -/:-@[-`{-~][a-z0-9]/i.test(searched.normalize('NFC'));
}

/** Users who are looked at before an index is asked. */
const FIRST_LOOK = 500;

/** The most users with a text that are sorted. */
export const MAX_MATCHES = 5_000;

const SEARCH = searchedList(users, PAGES, isMatch);

/** The matches after a position, unless an institution has too many: then any of them, and how many were counted. */
const FIND = sqlStatement(users, 'find_in_list', {
  parameters: {
    ...positionIn('institutionId'),
    sort: users.columns.createdAt,
    pattern: text(),
    isArchived: users.columns.isArchived.nullable(),
    updatedSince: instant().nullable(),
  },
  result: { ...PAGES.result, matches: integer() },
  text: ($) => `WITH ${foundByIndex($)}
   SELECT ${PAGES.columns}, (SELECT count(*) FROM found)::integer AS matches FROM found t
   WHERE (SELECT count(*) FROM found) > ${MAX_MATCHES}
     OR ((t.created_at, t.id) > (${$.sort}, ${$.id}) AND (${isMatch('t', $.pattern)})
       AND ${equalsUnlessNull('t.is_archived', $.isArchived, 'boolean')}
       AND (${$.updatedSince}::timestamptz IS NULL OR t.updated_at >= ${$.updatedSince}))
   ORDER BY t.created_at, t.id LIMIT ${$.limit}`,
});
