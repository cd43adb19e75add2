import type { Reader } from '../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../platform/core/actor.ts';
import type { Fault } from '../format/check-shape.ts';
import { edgesOf, faultsOf } from '../format/cycles.ts';
import type { IdOf } from '../format/steps.ts';
import type { KindStatements } from './kind-statements.ts';
import type { Entry } from './plan.ts';

/**
 * The references of a batch's records that lead back to them, over whatever is stored; their changes must be written.
 * Nothing stored can lead back to new records alone, so these need no look.
 */
export async function findCycles(
  tx: Reader,
  { institutionId }: TenantActor,
  entries: readonly Entry[],
  { kind, onward }: KindStatements,
  idOf: IdOf,
): Promise<Fault[]> {
  const changed = entries.filter(({ change }) => change !== 'none');
  const found = Object.entries(kind.acyclic).map(async ([field, message]) => {
    const statement = onward[field];
    if (!statement || !changed.some(({ before, record }) => before && record[field] !== undefined)) return [];
    const named = changed.flatMap(({ placed, id }) => edgesOf(placed, field, id, (ref) => idOf(kind.name, ref)));
    const ids = [...new Set(named.map(({ from }) => from))];
    return faultsOf(named, await tx.rows(statement, { institutionId, ids }), message);
  });
  return (await Promise.all(found)).flat();
}
