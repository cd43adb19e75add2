import { storedName, type Table } from './table.ts';

/**
 * A JSON object with columns of the table, by their declared names. The driver does not parse values inside JSON:
 * instants there have PostgreSQL's format.
 */
export function jsonOf<T extends Table>(
  _table: T,
  alias: string,
  names: readonly (keyof T['columns'] & string)[],
): string {
  return `json_build_object(${names.map((name) => `'${name}', ${alias}.${storedName(name)}`).join(', ')})`;
}
