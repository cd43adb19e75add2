import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  columnsBut,
  columnsOf,
  integer,
  plainText,
  type RowOf,
  rowsByIds,
  sqlStatement,
  typesOf,
  uuid,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { userGroupMembers, userGroups, users } from './tables.ts';

export type StoredPerson = Pick<RowOf<typeof users>, (typeof OF_USER)[number]>;
export type StoredGroup = Pick<RowOf<typeof userGroups>, (typeof OF_GROUP)[number]>;

/** The users with some keys of emails, in no order. */
export function findPeopleByEmail(
  db: Reader,
  { institutionId }: TenantActor,
  emailKeys: readonly string[],
): Promise<StoredPerson[]> {
  return db.rows(BY_EMAIL_KEYS, { institutionId, emailKeys });
}

/** The same, locked until the transaction ends: in the order of their ids, so that two transactions cannot cross. */
export async function lockPeopleByEmail(
  tx: Tx,
  actor: TenantActor,
  emailKeys: readonly string[],
): Promise<StoredPerson[]> {
  const found = await findPeopleByEmail(tx, actor, emailKeys);
  const ids = found.map(({ id }) => id).sort();
  if (ids.length === 0) return [];
  const locked = await tx.rows(LOCK_BY_IDS, { institutionId: actor.institutionId, ids });
  // Some may have got another email meanwhile.
  const wanted = new Set(emailKeys);
  return locked.filter(({ emailKey }) => wanted.has(emailKey));
}

/** The groups with some names, letters composed or decomposed; several may have the same one. */
export function findGroupsNamed(
  db: Reader,
  { institutionId }: TenantActor,
  names: readonly string[],
): Promise<StoredGroup[]> {
  const forms = [...new Set(names.flatMap((name) => [name.normalize('NFC'), name.normalize('NFD')]))];
  return db.rows(BY_NAMES, { institutionId, names: forms });
}

export function findGroups(db: Reader, { institutionId }: TenantActor, ids: readonly string[]): Promise<StoredGroup[]> {
  return db.rows(BY_IDS, { institutionId, ids });
}

/** The groups of some users; users without groups are left out. */
export function findMemberships(
  db: Reader,
  { institutionId }: TenantActor,
  userIds: readonly string[],
): Promise<{ readonly userId: string; readonly userGroupIds: readonly string[] }[]> {
  return db.rows(OF_USERS, { institutionId, userIds });
}

/** How many users are not archived. Looks at no more than a limit. */
export async function countActive(db: Reader, { institutionId }: TenantActor, limit: number): Promise<number> {
  const [row] = await db.rows(COUNT_ACTIVE, { institutionId, limit });
  return row?.active ?? 0;
}

const OF_USER = columnsBut(users, 'institutionId', 'createdAt', 'updatedAt');
const OF_GROUP = columnsBut(userGroups, 'institutionId', 'createdAt', 'updatedAt');

/**
 * The users with some values of a column, each looked up with the column's index: by the order that only this index
 * has, because the plan may have been made while the table was empty, when all indexes seem to cost the same.
 */
const lookUpEach = (column: 'email_key' | 'id', values: string, institution: string, lock = '') =>
  `SELECT found.* FROM unnest(${values}) AS wanted (value)
   CROSS JOIN LATERAL (SELECT ${columnsOf(users, 't', OF_USER)} FROM users t
     WHERE t.institution_id = ${institution} AND t.${column} >= wanted.value ORDER BY t.${column} LIMIT 1${lock}) AS found
   WHERE found.${column === 'id' ? 'id' : '"emailKey"'} = wanted.value`;

const BY_EMAIL_KEYS = sqlStatement(users, 'by_email_keys', {
  parameters: { institutionId: uuid(), emailKeys: users.columns.emailKey.array() },
  result: typesOf(users, OF_USER),
  text: ($) => lookUpEach('email_key', $.emailKeys, $.institutionId),
});

const LOCK_BY_IDS = sqlStatement(users, 'lock_by_ids', {
  writes: true,
  parameters: { institutionId: uuid(), ids: uuids() },
  result: typesOf(users, OF_USER),
  text: ($) => lookUpEach('id', $.ids, $.institutionId, ' FOR NO KEY UPDATE'),
});

const BY_NAMES = sqlStatement(userGroups, 'by_names', {
  parameters: { institutionId: uuid(), names: plainText().array() },
  result: typesOf(userGroups, OF_GROUP),
  text: ($) => `SELECT ${columnsOf(userGroups, 'g', OF_GROUP)} FROM user_groups g
   WHERE g.institution_id = ${$.institutionId} AND g.name = ANY(${$.names})`,
});

const BY_IDS = rowsByIds(userGroups, OF_GROUP, 'whole_by_ids');

const OF_USERS = sqlStatement(userGroupMembers, 'of_users', {
  parameters: { institutionId: uuid(), userIds: uuids() },
  result: { userId: uuid(), userGroupIds: uuids() },
  // A row for each user: there may be half a million memberships.
  text: ($) => `SELECT m.user_id AS "userId", array_agg(m.user_group_id) AS "userGroupIds" FROM unnest(${$.userIds})
     AS wanted (id)
   JOIN user_group_members m ON m.institution_id = ${$.institutionId} AND m.user_id = wanted.id GROUP BY m.user_id`,
});

const COUNT_ACTIVE = sqlStatement(users, 'count_active', {
  parameters: { institutionId: uuid(), limit: bigint() },
  result: { active: integer() },
  text: ($) => `SELECT count(*)::integer AS active FROM (SELECT FROM users u
     WHERE u.institution_id = ${$.institutionId} AND NOT u.is_archived LIMIT ${$.limit}) AS active`,
});
