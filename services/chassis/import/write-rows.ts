import type { TenantActor } from '../actor.ts';
import type { Statement, Tx, Value } from '../db/statement.ts';

/**
 * Writes many rows by one statement, whose `$1` is the institution, `$2` the instant (text), and whose further parameters are the rows' columns
 * as arrays for `unnest`. No rows, no statement.
 */
export function writeRows(
  tx: Tx,
  actor: TenantActor,
  at: string,
  to: Statement,
  rows: readonly (readonly Value[])[],
): void {
  const [first] = rows;
  if (!first) return;
  const columns = first.map((_, column) => rows.map((row) => row[column] ?? null));
  tx.write(to, [actor.institutionId, at, ...columns]);
}
