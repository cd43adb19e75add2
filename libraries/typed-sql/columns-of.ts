import type { Column } from './column.ts';
import { storedName, type Table } from './table.ts';

/** The names of a table's columns. */
export type NameIn<T extends Table> = keyof T['columns'] & string;

/** The names of a table's columns, except some. */
export function columnsBut<T extends Table, Name extends NameIn<T> = never>(
  table: T,
  ...left: readonly Name[]
): readonly Exclude<NameIn<T>, Name>[] {
  return otherNames(table, left) as Exclude<NameIn<T>, Name>[];
}

/** The declared columns with some names, for the parameters or the result of a statement. */
export function typesOf<T extends Table, Name extends NameIn<T>>(
  table: T,
  names: readonly Name[],
): Pick<T['columns'], Name> {
  return Object.fromEntries(names.map((name) => [name, columnOf(table, name)])) as Pick<T['columns'], Name>;
}

/** The SELECT list for columns of the table under its alias; rows use the declared names. */
export function columnsOf<T extends Table>(_table: T, alias: string, names: readonly NameIn<T>[]): string {
  return names
    .map((name) => (storedName(name) === name ? `${alias}.${name}` : `${alias}.${storedName(name)} AS "${name}"`))
    .join(', ');
}

export function columnOf({ name: table, columns }: Table, name: string): Column<unknown> {
  const column = columns[name];
  if (!column) throw new Error(`${table} has no column ${name}`);
  return column;
}

/** The names of a table's columns, except some. */
export function otherNames({ columns }: Table, left: readonly string[]): string[] {
  return Object.keys(columns).filter((name) => !left.includes(name));
}
