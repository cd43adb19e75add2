import type { TenantActor } from '../../../platform/core/actor.ts';
import { uuid } from '../../../platform/data/schema/column.ts';
import { type Table, table } from '../../../platform/data/schema/table.ts';
import { findBy } from '../../../platform/data/statements/find-by.ts';
import type { Reader } from '../../../platform/data/tx.ts';

/** Identifies the state of each institution's data; written by `move_stamp()`. */
export const stamps = table('stamps', {
  columns: { institutionId: uuid(), stamp: uuid() },
  primaryKey: ['institutionId'],
});

/** The institution's stamp: differs after each change of its data. Empty before the first change. */
export async function findStamp(db: Reader, { institutionId }: TenantActor): Promise<string> {
  return (await db.point(FIND, { institutionId }))?.stamp ?? '';
}

/** A table whose changes all update the stamp. */
export function stamped<T extends Table>(declared: T): T {
  const { name, triggers = [] } = declared;
  const definition = `AFTER INSERT OR DELETE OR UPDATE ON public.${name} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_stamp()`;
  return { ...declared, triggers: [...triggers, { name: `${name}_stamp`, definition, isConstraint: true }] };
}

const FIND = findBy(stamps, ['institutionId'], ['stamp']);
