import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { bigint, sqlStatement, text, uuid, uuids } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import type { Keyset } from '../../../platform/core/paging.ts';
import type { WorkingTimeChoice } from '../../../platform/core/working-time-rules.ts';
import { userGroupMembers } from './tables.ts';

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
