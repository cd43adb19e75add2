import { storedName, type Table } from '../schema/table.ts';

/**
 * A JSON object of columns of the table under its alias, by the names of the declaration. What is within JSON does not pass the driver: instants
 * in it are as PostgreSQL writes them.
 */
export function jsonOf<T extends Table>(
  _table: T,
  alias: string,
  names: readonly (keyof T['columns'] & string)[],
): string {
  return `json_build_object(${names.map((name) => `'${name}', ${alias}.${storedName(name)}`).join(', ')})`;
}
