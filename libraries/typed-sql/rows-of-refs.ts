import type { PreparedRead } from '../pg-batch/index.ts';
import { columnsOf } from './columns-of.ts';
import { declare } from './declared.ts';
import { keysOf, type OfTenant } from './row-statements.ts';
import { type RowOf, storedName, type Table } from './table.ts';

/**
 * SELECT of the rows that belong to another table's rows with the given refs.
 * @param by the column with the id of the other table's row
 */
export function rowsOfRefs<T extends Table, Name extends keyof T['columns'] & string>(
  table: T,
  { of, by }: { readonly of: Table; readonly by: keyof T['columns'] & string },
  columns: readonly Name[],
): PreparedRead<OfTenant<T, 'refs'>, Pick<RowOf<T>, Name>> {
  const tenant = storedName(table.tenant);
  const text = `SELECT ${columnsOf(table, 't', columns)}
   FROM ${of.name} o
   JOIN ${table.name} t ON t.${tenant} = o.${tenant} AND t.${storedName(by)} = o.id
   WHERE o.${tenant} = $1 AND o.ref = ANY($2)`;
  return declare(table, 'of_refs', { text, parameters: keysOf(of, 'refs', 'ref'), isRead: true });
}
