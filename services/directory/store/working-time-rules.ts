import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  bigint,
  changeRows,
  listRows,
  type RowOf,
  sqlStatement,
  text,
  typesOf,
  uuid,
  uuids,
} from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import type { WorkingTimeChoice } from '../../../platform/core/working-time-rules.ts';
import { userGroupMembers, userGroups } from './tables.ts';

/** The rules that a person has by a group. */
export interface RulesByGroup {
  readonly userId: string;
  readonly rules: WorkingTimeChoice;
}

/**
 * One more than the page holds of the people whose groups have chosen rules, by id, each with those of the first group
 * by name and id.
 * @param ids null for all
 */
export function listRulesByGroup(
  db: Reader,
  { institutionId }: TenantActor,
  { id, limit }: Keyset,
  ids: readonly string[] | null,
): Promise<RulesByGroup[]> {
  return ids === null
    ? db.rows(PAGE, { institutionId, id, limit })
    : db.rows(OF_PEOPLE, { institutionId, id, limit, ids });
}

/** The choices of a page of groups, by name and id; one more than it holds. */
export function listGroupRules(db: Reader, { institutionId }: TenantActor, after: Keyset): Promise<GroupRules[]> {
  return db.rows(LIST, { institutionId, ...after });
}

/** The choices of groups, locked until the transaction ends. */
export function lockGroupRules(
  tx: Tx,
  { institutionId }: TenantActor,
  ids: readonly string[],
): Promise<Omit<GroupRules, 'name'>[]> {
  return tx.rows(LOCK, { institutionId, ids });
}

/** Writes the choices of locked groups. @param at instant text */
export function writeGroupRules(
  tx: Tx,
  { institutionId }: TenantActor,
  rows: readonly (Omit<GroupRules, 'name'> & { readonly revision: string })[],
  at: string,
): void {
  if (rows.length > 0) tx.write(CHOOSE, { institutionId, updatedAt: at, rows });
}

type GroupRules = Pick<RowOf<typeof userGroups>, 'id' | 'name' | 'workingTimeRules'>;

const LIST = listRows(userGroups, 'list_rules', { columns: ['id', 'name', 'workingTimeRules'], order: 'name' });

const LOCK = sqlStatement(userGroups, 'lock_rules', {
  writes: true,
  parameters: { institutionId: uuid(), ids: uuids() },
  result: typesOf(userGroups, ['id', 'workingTimeRules']),
  text: ($) => `SELECT g.id, g.working_time_rules AS "workingTimeRules" FROM user_groups g
   WHERE g.institution_id = ${$.institutionId} AND g.id = ANY(${$.ids}) ORDER BY g.id FOR NO KEY UPDATE`,
});

const CHOOSE = changeRows(userGroups, 'choose_rules', {
  shared: ['institutionId', 'updatedAt'],
  set: ['workingTimeRules', 'revision'],
});

const AFTER = { institutionId: uuid(), id: uuid(), limit: bigint() };
const RESULT = { userId: uuid(), rules: text<WorkingTimeChoice>() };

/**
 * Of each group no more members than the page holds: whoever is on it, is among them in all of its groups.
 */
const PAGE = sqlStatement(userGroupMembers, 'rules_by_group', {
  parameters: AFTER,
  result: RESULT,
  text: ($) => `SELECT DISTINCT ON (member.user_id) member.user_id AS "userId", g.working_time_rules AS rules
   FROM user_groups g CROSS JOIN LATERAL (SELECT m.user_id FROM user_group_members m
     WHERE m.institution_id = g.institution_id AND m.user_group_id = g.id AND m.user_id > ${$.id}
     ORDER BY m.user_id LIMIT ${$.limit}) AS member
   WHERE g.institution_id = ${$.institutionId} AND g.working_time_rules IS NOT NULL
   ORDER BY member.user_id, g.name, g.id LIMIT ${$.limit}`,
});

const OF_PEOPLE = sqlStatement(userGroupMembers, 'rules_of_people', {
  parameters: { ...AFTER, ids: uuids() },
  result: RESULT,
  text: ($) => `SELECT person.id AS "userId", chosen.rules FROM (SELECT DISTINCT unnest(${$.ids}) AS id) AS person
   CROSS JOIN LATERAL (SELECT g.working_time_rules AS rules FROM user_group_members m
     JOIN user_groups g ON g.institution_id = m.institution_id AND g.id = m.user_group_id
     WHERE m.institution_id = ${$.institutionId} AND m.user_id = person.id AND g.working_time_rules IS NOT NULL
     ORDER BY g.name, g.id LIMIT 1) AS chosen
   WHERE person.id > ${$.id} ORDER BY person.id LIMIT ${$.limit}`,
});
