import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { boolean, nothing, sqlStatement, text, uuid } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { refuse } from '../domain/refusals.ts';
import { integrations } from './tables.ts';

const MAX_SYNCS = 5;

/**
 * Refuses with DIRECTORY_SYNCS_EXHAUSTED one sync too many. Others that are created wait until the transaction
 * ends.
 */
export async function requireRoomForSync(tx: Tx, { institutionId }: Pick<TenantActor, 'institutionId'>): Promise<void> {
  tx.write(LOCK, { institutionId });
  const [row] = await tx.rows(IS_FULL, { institutionId });
  if (row?.isFull) refuse('DIRECTORY_SYNCS_EXHAUSTED');
}

const LOCK = sqlStatement(integrations, 'lock_syncs', {
  writes: true,
  parameters: { institutionId: text() },
  isLock: true,
  result: { locked: nothing() },
  text: ($) => `SELECT pg_advisory_xact_lock(hashtextextended('syncs/' || ${$.institutionId}, 0)) AS locked`,
});

const IS_FULL = sqlStatement(integrations, 'is_full_of_syncs', {
  parameters: { institutionId: uuid() },
  result: { isFull: boolean() },
  text: ($) => `SELECT count(*) >= ${MAX_SYNCS} AS "isFull" FROM integrations i
   WHERE i.institution_id = ${$.institutionId} AND i.is_directory_sync AND i.is_active`,
});
