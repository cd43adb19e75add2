import type { PreparedRead } from '../../../libraries/pg-batch/index.ts';
import { type RowOf, storedName, type Table } from '../schema/table.ts';
import { parameter } from './parameters.ts';
import { declare } from './prepared.ts';
import { columnOf, columnsOf } from './row-statements.ts';

/**
 * SELECT of the rows that belong to another table's rows with the given refs.
 * @param by the column with the id of the other table's row
 */
export function rowsOfRefs<T extends Table, Name extends keyof T['columns'] & string>(
  table: T,
  { of, by }: { readonly of: Table; readonly by: keyof T['columns'] & string },
  columns: readonly Name[],
): PreparedRead<{ readonly institutionId: string; readonly refs: readonly string[] }, Pick<RowOf<T>, Name>> {
  const text = `SELECT ${columnsOf(table, 't', columns)}
   FROM ${of.name} o
   JOIN ${table.name} t ON t.institution_id = o.institution_id AND t.${storedName(by)} = o.id
   WHERE o.institution_id = $1 AND o.ref = ANY($2)`;
  const refs = columnOf(of, 'ref').array();
  const parameters = [parameter('institutionId', columnOf(of, 'institutionId')), parameter('refs', refs)];
  return declare(table, 'of_refs', { text, parameters, isRead: true });
}
