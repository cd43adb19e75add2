import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { integer, sqlStatement, uuid } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { table } from '../../../platform/data/tables.ts';

/** How many administrators each institution has: the row serves as their lock, and its CHECK as their limit. */
export const administratorCounts = table('administrator_counts', {
  columns: { institutionId: uuid(), administrators: integer() },
  primaryKey: ['institutionId'],
  checks: { administrator_counts_at_most: 'administrators BETWEEN 0 AND 200' },
});

/**
 * Counts added or removed administrators, and waits for other transactions that do. The constraint
 * `administrator_counts_at_most` rejects too many.
 */
export function countAdministrators(tx: Tx, { institutionId }: Pick<TenantActor, 'institutionId'>, more: number): void {
  tx.write(ADD, { institutionId, more });
}

const ADD = sqlStatement(administratorCounts, 'add', {
  writes: true,
  parameters: { institutionId: uuid(), more: integer() },
  result: {},
  text: ({ institutionId, more }) => `INSERT INTO administrator_counts AS c (institution_id, administrators)
   VALUES (${institutionId}, greatest(${more}, 0))
   ON CONFLICT (institution_id) DO UPDATE SET administrators = greatest(c.administrators + ${more}, 0)`,
});
