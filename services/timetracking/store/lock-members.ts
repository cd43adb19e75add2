import type { TenantActor } from '../../../platform/core/actor.ts';
import { nothing, text, uuids } from '../../../platform/data/schema/column.ts';
import { sqlStatement } from '../../../platform/data/statements/sql-statement.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import { timeRecords } from './tables.ts';

/**
 * Makes the writes of these members wait for each other until the transaction ends, so that what a write reads before it decides still holds when
 * it is written, and each answer names the right conflict; the exclusion constraint has the last word all the same. Sent before the reads, in
 * their flight. Members share a few hundred locks, taken in one order: a bulk of 500 members neither fills the server's lock table nor
 * meets another one in a deadlock.
 */
export function lockMembers(tx: Tx, actor: TenantActor, userIds: readonly string[]): void {
  if (userIds.length > 0) tx.write(LOCK, { institutionIds: userIds.map(() => actor.institutionId), userIds });
}

const LOCK = sqlStatement(timeRecords, 'lock_members', {
  parameters: { institutionIds: text().array(), userIds: uuids() },
  isLock: true,
  result: { locked: nothing() },
  text: ($) => `SELECT pg_advisory_xact_lock(key) AS locked FROM (
     SELECT DISTINCT hashtextextended(member.institution_id, hashtextextended(member.user_id::text, 0) & 255) AS key
     FROM unnest(${$.institutionIds}, ${$.userIds}) AS member(institution_id, user_id)
     ORDER BY key OFFSET 0
   ) keys`,
});
