import type { TenantActor } from '../../../platform/core/actor.ts';
import { nothing, text, uuids } from '../../../platform/data/schema/column.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import { timeRecords } from './tables.ts';

/**
 * Makes the writes of these members wait for each other until the transaction ends, so that what a write reads before it decides still holds when
 * it is written, and each answer names the right conflict; the exclusion constraint has the last word all the same. Sent before the reads, in
 * their batch.
 *
 * Who writes for one member has that member's lock, and a share in the one of the member's group; who writes for several has the locks of their groups for
 * itself. The groups are a few hundred, so that a bulk of 500 members does not fill the server's lock table. Locks are taken in one order, groups before
 * members, so that nobody waits in a circle. Were a group's lock taken for each of its members, two batches of 16 punches of one institution would have one in common
 * in two cases of three, and the second would wait for the first's commit.
 */
export function lockMembers(tx: Tx, actor: TenantActor, userIds: readonly string[]): void {
  if (userIds.length === 0) return;
  const statement = userIds.length === 1 ? LOCK_MEMBER : LOCK_GROUPS;
  tx.write(statement, { institutionIds: userIds.map(() => actor.institutionId), userIds });
}

const MEMBERS = { institutionIds: text().array(), userIds: uuids() };
const GROUP = 'hashtextextended(member.institution_id, hashtextextended(member.user_id::text, 0) & 255)';

const LOCK_MEMBER = sqlStatement(timeRecords, 'lock_member', {
  parameters: MEMBERS,
  isLock: true,
  result: { locked: nothing() },
  text: (
    $,
  ) => `SELECT CASE WHEN is_group THEN pg_advisory_xact_lock_shared(key) ELSE pg_advisory_xact_lock(key) END AS locked FROM (
     SELECT DISTINCT is_group, key FROM unnest(${$.institutionIds}, ${$.userIds}) AS member(institution_id, user_id),
     LATERAL (VALUES (true, ${GROUP}), (false, hashtextextended(member.user_id::text, hashtextextended(member.institution_id, 0))))
       AS lock(is_group, key)
     ORDER BY is_group DESC, key OFFSET 0
   ) locks`,
});

const LOCK_GROUPS = sqlStatement(timeRecords, 'lock_groups', {
  parameters: MEMBERS,
  isLock: true,
  result: { locked: nothing() },
  text: ($) => `SELECT pg_advisory_xact_lock(key) AS locked FROM (
     SELECT DISTINCT ${GROUP} AS key
     FROM unnest(${$.institutionIds}, ${$.userIds}) AS member(institution_id, user_id)
     ORDER BY key OFFSET 0
   ) keys`,
});
