import type { PreparedPointRead } from '../pg-batch/index.ts';
import { columnsOf, typesOf } from './columns-of.ts';
import { sqlPointRead } from './sql-statement.ts';
import { type RowOf, storedName, type Table } from './table.ts';

/**
 * A point read of some columns of the row with a unique key. By default it is named after the last part of the key.
 * @param where an SQL condition on the row `t`: if the key is unique only among such rows, or only such rows are
 * visible
 * @param name of the statement, for a table with two point reads by the same key
 */
export function findBy<
  T extends Table,
  const Key extends readonly (keyof T['columns'] & string)[],
  Name extends keyof T['columns'] & string,
>(
  table: T,
  key: Key,
  columns: readonly Name[],
  where?: string,
  name = `by_${storedName(key.at(-1) ?? '')}`,
): PreparedPointRead<Pick<RowOf<T>, Key[number]>, Pick<RowOf<T>, Name>> {
  const conditions = key.map((name) => `t.${storedName(name)} = k.${storedName(name)}`);
  if (where !== undefined) conditions.push(where);
  return sqlPointRead(table, name, {
    key: typesOf(table as Table, key),
    result: typesOf(table as Table, columns),
    text: `SELECT ${columnsOf(table, 't', columns)} FROM ${table.name} t
   WHERE ${conditions.join(' AND ')}`,
  }) as never;
}
