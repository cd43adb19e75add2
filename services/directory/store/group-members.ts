import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  boolean,
  columnsOf,
  equalsUnlessNull,
  instant,
  integer,
  limited,
  plainText,
  sqlStatement,
  typesOf,
  uuid,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import { POSITION } from '../../../platform/data/tables.ts';
import type { UserState } from '../domain/user.ts';
import { userGroupMembers, users } from './tables.ts';
import { USER_STATE } from './users.ts';

interface Members {
  readonly group: { readonly id: string; readonly memberCount: number };
  /** Null for any. */
  readonly ids: readonly string[] | null;
  readonly isArchived: boolean | null;
}

/**
 * Members of a group after a position, in the order of users. Those of most groups are looked up and sorted; in a very
 * large one a walk through all users meets the page sooner.
 */
export function listMembers(
  db: Reader,
  { institutionId }: TenantActor,
  after: Keyset,
  { group, ids, isArchived }: Members,
): Promise<UserState[]> {
  const from = { institutionId, ...after, userGroupId: group.id, isArchived };
  return group.memberCount > MAX_SORTED && ids === null
    ? db.rows(LIST_OF_LARGE, from)
    : db.rows(LIST_OF_GROUP, { ...from, ids });
}

const MAX_SORTED = 10_000;

/** The ids of a group's members after an id, in ascending order, at most {@link MAX_IDS}. */
export async function listMemberIds(
  db: Reader,
  { institutionId }: TenantActor,
  userGroupId: string,
  after: string | null,
): Promise<string[]> {
  if (!isUuid(userGroupId)) return [];
  return (await db.rows(IDS_OF_GROUP, { institutionId, userGroupId, after })).map(({ userId }) => userId);
}

const MAX_IDS = 1_000;

/**
 * In how many groups users are, by their refs; a user who is in none is left out.
 * @param except groups that do not count
 */
export function countGroupsOf(
  tx: Tx,
  { institutionId }: TenantActor,
  refs: readonly string[],
  except: { readonly ids: readonly string[]; readonly refs: readonly string[] },
): Promise<{ readonly ref: string; readonly count: number }[]> {
  return tx.rows(COUNTS_BY_REFS, { institutionId, refs, exceptIds: except.ids, exceptRefs: except.refs });
}

const OF_GROUP = { userGroupId: uuid(), isArchived: boolean().nullable() };

const LIST_OF_GROUP = sqlStatement(users, 'list_of_group', {
  parameters: { ...POSITION, sort: instant(), ...OF_GROUP, ids: uuids().nullable() },
  result: typesOf(users, USER_STATE),
  text: ($) => `SELECT t.* FROM (SELECT m.user_id FROM user_group_members m
     WHERE m.institution_id = ${$.institutionId} AND m.user_group_id = ${$.userGroupId}
       AND (${$.ids}::uuid[] IS NULL OR m.user_id = ANY(${$.ids}::uuid[])) OFFSET 0) AS member
   CROSS JOIN LATERAL (SELECT ${columnsOf(users, 'u', USER_STATE)} FROM users u
     WHERE u.institution_id = ${$.institutionId} AND u.id = member.user_id LIMIT 1) AS t
   WHERE (t."createdAt", t.id) > (${$.sort}, ${$.id}) AND ${equalsUnlessNull('t."isArchived"', $.isArchived, 'boolean')}
   ORDER BY t."createdAt", t.id LIMIT ${$.limit}`,
});

/** A scalar subquery rather than a join, because the planner would start a join from the members. */
const LIST_OF_LARGE = sqlStatement(users, 'list_of_large_group', {
  parameters: { ...POSITION, sort: instant(), ...OF_GROUP },
  result: typesOf(users, USER_STATE),
  text: ($) =>
    limited(
      `SELECT ${columnsOf(users, 't', USER_STATE)} FROM users t
       WHERE t.institution_id = ${$.institutionId} AND (t.created_at, t.id) > (${$.sort}, ${$.id})
         AND ${equalsUnlessNull('t.is_archived', $.isArchived, 'boolean')}
         AND (SELECT true FROM user_group_members m WHERE m.institution_id = t.institution_id
           AND m.user_group_id = ${$.userGroupId} AND m.user_id = t.id)
       ORDER BY t.created_at, t.id`,
      $.limit,
    ),
});

const IDS_OF_GROUP = sqlStatement(userGroupMembers, 'ids_of_group', {
  parameters: { institutionId: uuid(), userGroupId: uuid(), after: uuid().nullable() },
  result: { userId: uuid() },
  text: ($) => `SELECT m.user_id AS "userId" FROM user_group_members m
   WHERE m.institution_id = ${$.institutionId} AND m.user_group_id = ${$.userGroupId}
     AND m.user_id > coalesce(${$.after}, '00000000-0000-0000-0000-000000000000'::uuid)
   ORDER BY m.user_id LIMIT ${MAX_IDS}`,
});

const COUNTS_BY_REFS = sqlStatement(userGroupMembers, 'counts_by_refs', {
  parameters: { institutionId: uuid(), refs: plainText().array(), exceptIds: uuids(), exceptRefs: plainText().array() },
  result: { ref: plainText(), count: integer() },
  // Looked up one by one, because a table that an import has just filled has no statistics.
  text: ($) => `WITH omitted AS MATERIALIZED (
     SELECT unnest(${$.exceptIds}) AS id
     UNION SELECT g.id FROM user_groups g WHERE g.institution_id = ${$.institutionId} AND g.ref = ANY(${$.exceptRefs}))
   SELECT wanted.ref, counted.count FROM unnest(${$.refs}) AS wanted (ref)
   CROSS JOIN LATERAL (SELECT u.id FROM users u
     WHERE u.institution_id = ${$.institutionId} AND u.ref = wanted.ref LIMIT 1) AS found
   CROSS JOIN LATERAL (SELECT count(*)::integer AS count FROM user_group_members m
     WHERE m.institution_id = ${$.institutionId} AND m.user_id = found.id
       AND m.user_group_id NOT IN (SELECT o.id FROM omitted o)) AS counted
   WHERE counted.count > 0`,
});
