import type { Column } from './column.ts';

/** Columns by name, in the order of the declaration. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

/** A table whose changes are audited. Each row is a resource with an `id`, and a `revision` that is new with every change. */
export interface Audited<Name extends string = string> {
  /** The name of a row's resource in audit records. */
  readonly resource: string;
  /** The column that names the institution; `institutionId` by default. */
  readonly institution?: Name;
  /** For a table that keeps deleted rows: the column that is not null in them. */
  readonly deleted?: Name;
  /** The columns whose values audit records show: of settings, never of personal data, which must be erasable, nor secrets. None by default. */
  readonly values?: readonly Name[];
}

/** A declared table. Column names are in camel case here and in snake case in PostgreSQL. */
export interface Table<Name extends string = string, C extends Columns = Columns> {
  readonly name: Name;
  readonly columns: C;
  readonly primaryKey: readonly string[];
  readonly audited?: Audited;
}

/** A row, as the statements of the table return it. */
export type RowOf<T extends Table> = { readonly [Name in keyof T['columns']]: T['columns'][Name]['value'] };

/**
 * Declares a table for its row type, its statements and its audit records; `npm run migration:new` writes a changed declaration as a migration.
 * Constraints and indexes stand in the migrations alone.
 */
export function table<Name extends string, C extends Columns>(
  name: Name,
  parts: {
    readonly columns: C;
    readonly primaryKey: readonly (keyof C & string)[];
    readonly audited?: Audited<keyof C & string>;
  },
): Table<Name, C> {
  return { name, ...parts };
}

/** A column's name in PostgreSQL. */
export function storedName(column: string): string {
  return column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
