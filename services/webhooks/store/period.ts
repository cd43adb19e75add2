import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { bigint, instant, sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import type { ReplayRange } from './endpoint-queues.ts';
import { events } from './tables.ts';

/**
 * The part of a range of the feed that was recorded in a period, which may be empty: it then ends before it begins.
 * Instants are text.
 */
export async function rangeInPeriod(
  tx: Tx,
  actor: TenantActor,
  range: ReplayRange,
  { from, to }: { readonly from: string | undefined; readonly to: string | undefined },
): Promise<ReplayRange> {
  return {
    from: from === undefined ? range.from : Math.max(range.from, (await lastBefore(tx, actor, from)) + 1),
    to: to === undefined ? range.to : Math.min(range.to, await lastBefore(tx, actor, to)),
  };
}

/** The last sequence that was recorded before an instant; 0 for none. */
async function lastBefore(tx: Tx, { institutionId }: TenantActor, at: string): Promise<number> {
  const [last] = await tx.rows(LAST_BEFORE, { institutionId, at });
  return last?.sequence ?? 0;
}

const LAST_BEFORE = sqlStatement(events, 'last_before', {
  parameters: { institutionId: uuid(), at: instant() },
  result: { sequence: bigint() },
  text: ($) => `SELECT e.sequence FROM events e
   WHERE e.institution_id = ${$.institutionId} AND e.recorded_at < ${$.at}
   ORDER BY e.recorded_at DESC, e.sequence DESC LIMIT 1`,
});
