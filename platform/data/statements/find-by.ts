import type { RowOf, Table } from '../schema/table.ts';
import { storedName } from '../schema/table.ts';
import type { PreparedPointRead } from './prepared.ts';
import { columnsOf, typesOf } from './row-statements.ts';
import { sqlPointRead } from './sql-statement.ts';

/**
 * A point read of the row with such a key, or of some of its columns. The key is unique; it is called by its last part.
 * @param where an SQL condition on the row, `t`, for a key that is unique among such rows alone, or for rows that are shown alone
 * @param name of the statement, for a table that has two of a key
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
