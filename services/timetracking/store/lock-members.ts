import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { nothing, sqlStatement, text, uuids } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { timeRecords } from './tables.ts';

/**
 * Serialises the writes of these members until the transaction ends, so that the records a write reads before it
 * decides still holds when it writes, and each response names the right conflict. The exclusion constraint still has
 * the last word. Sent before the reads, in the same batch.
 *
 * A write for one member takes that member's lock, and a shared lock on the member's group; a write for several members
 * locks their groups exclusively. There are a few hundred groups, so that a bulk of 500 members does not fill the
 * server's lock table. Locks are taken in one order, groups before members, which rules out deadlocks. If a write for
 * one member locked its group exclusively, two batches of 16 punches of one institution would share a group in two
 * cases of three, and the second would wait for the first's commit.
 *
 * Both first share the lock of the institution's closings: a month is closed before them, and then they see it, or after
 * them, and then its figures have their records.
 */
export function lockMembers(tx: Tx, actor: Pick<TenantActor, 'institutionId'>, userIds: readonly string[]): void {
  if (userIds.length === 0) return;
  const statement = userIds.length === 1 ? LOCK_MEMBER : LOCK_GROUPS;
  tx.write(statement, { institutionIds: userIds.map(() => actor.institutionId), userIds });
}

const MEMBERS = { institutionIds: text().array(), userIds: uuids() };
const GROUP = 'hashtextextended(member.institution_id, hashtextextended(member.user_id::text, 0) & 255)';

/** The key of the lock under which an institution's months are closed, in SQL. @param institutionId as text */
export const CLOSING_LOCK = (institutionId: string) => `hashtextextended(${institutionId}, 1)`;
const CLOSING = CLOSING_LOCK('member.institution_id');

const LOCK_MEMBER = sqlStatement(timeRecords, 'lock_member', {
  writes: true,
  parameters: MEMBERS,
  isLock: true,
  result: { locked: nothing() },
  text: (
    $,
  ) => `SELECT CASE WHEN rank < 3 THEN pg_advisory_xact_lock_shared(key) ELSE pg_advisory_xact_lock(key) END AS locked FROM (
     SELECT DISTINCT rank, key FROM unnest(${$.institutionIds}, ${$.userIds}) AS member(institution_id, user_id),
     LATERAL (VALUES (1, ${CLOSING}), (2, ${GROUP}),
       (3, hashtextextended(member.user_id::text, hashtextextended(member.institution_id, 0)))) AS lock(rank, key)
     ORDER BY rank, key OFFSET 0
   ) locks`,
});

const LOCK_GROUPS = sqlStatement(timeRecords, 'lock_groups', {
  writes: true,
  parameters: MEMBERS,
  isLock: true,
  result: { locked: nothing() },
  text: (
    $,
  ) => `SELECT CASE rank WHEN 1 THEN pg_advisory_xact_lock_shared(key) ELSE pg_advisory_xact_lock(key) END AS locked FROM (
     SELECT DISTINCT rank, key FROM unnest(${$.institutionIds}, ${$.userIds}) AS member(institution_id, user_id),
     LATERAL (VALUES (1, ${CLOSING}), (2, ${GROUP})) AS lock(rank, key)
     ORDER BY rank, key OFFSET 0
   ) locks`,
});
