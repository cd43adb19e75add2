import type { Column } from './column.ts';

/** Columns by name, in the order of the declaration. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

export interface Unique<Name extends string = string> {
  readonly name: string;
  readonly columns: readonly Name[];
  /** An SQL condition: a unique index of the rows for which it holds. Without one it is a constraint. */
  readonly where?: string;
  /** Whether NULLs count as equal (NULLS NOT DISTINCT). */
  readonly areNullsEqual?: boolean;
}

export interface Index<Name extends string = string> {
  readonly name: string;
  readonly columns: readonly Name[];
  readonly include?: readonly Name[];
  /** An SQL condition. */
  readonly where?: string;
  /** `btree` by default. */
  readonly using?: 'btree' | 'brin' | 'gin' | 'gist';
  /** Storage parameters, as PostgreSQL prints them: `autosummarize='on'`. */
  readonly with?: string;
}

export interface Check {
  readonly name: string;
  /** As PostgreSQL prints it, without the outer parentheses. An exclusion constraint begins with `EXCLUDE`. */
  readonly expression: string;
}

export interface Reference<Name extends string = string> {
  readonly name: string;
  readonly columns: readonly Name[];
  /** The name of a table in the same database. */
  readonly to: string;
  readonly toColumns: readonly string[];
  readonly onDelete?: 'cascade';
  /** Checked at the transaction's end. */
  readonly isDeferred?: boolean;
}

export interface Trigger {
  readonly name: string;
  /** The text that PostgreSQL prints after the name. */
  readonly definition: string;
  /** Whether it can be deferred to the commit. */
  readonly isConstraint?: boolean;
}

/** The parts of a table besides its columns, as the migrations create them. */
interface TableParts<Name extends string> {
  readonly primaryKey: readonly Name[];
  readonly uniques?: readonly Unique<Name>[];
  readonly indexes?: readonly Index<Name>[];
  readonly checks?: readonly Check[];
  readonly references?: readonly Reference<Name>[];
  readonly triggers?: readonly Trigger[];
  readonly isPartitioned?: boolean;
}

/** A table whose changes are audited. Each row is a resource with an `id`, and a `revision` that is new with every change. */
export interface Audited<Name extends string = string> {
  /** The name of a row's resource in audit records. */
  readonly resource: string;
  /** The column that names the institution; `institutionId` by default. */
  readonly institution?: Name;
  /** For a table that keeps deleted rows: the column that is not null in them. */
  readonly deleted?: Name;
}

/**
 * A declared table. Column names are in camel case here and in snake case in PostgreSQL. Plain data, so that a serving process does not load the
 * schema generator.
 */
export interface Table<Name extends string = string, C extends Columns = Columns> extends TableParts<string> {
  readonly name: Name;
  readonly columns: C;
  readonly audited?: Audited;
}

/** A row, as the statements of the table return it. */
export type RowOf<T extends Table> = { readonly [Name in keyof T['columns']]: T['columns'][Name]['value'] };

/**
 * Declares a table for its row type, its statements, its audit records and the check that compares the declaration with live databases
 * (`lyceum schema check`). Migrations create the table: change both together.
 */
export function table<Name extends string, C extends Columns>(
  name: Name,
  parts: { readonly columns: C; readonly audited?: Audited<keyof C & string> } & TableParts<keyof C & string>,
): Table<Name, C> {
  return { name, ...parts };
}

/** A column's name in PostgreSQL. */
export function storedName(column: string): string {
  return column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The table with PostgreSQL's names for all columns. */
export function asStored(table: Table): Table {
  const each = (columns: readonly string[]) => columns.map(storedName);
  const { columns, primaryKey, uniques = [], indexes = [], references = [] } = table;
  return {
    ...table,
    columns: Object.fromEntries(Object.entries(columns).map(([name, column]) => [storedName(name), column])),
    primaryKey: each(primaryKey),
    uniques: uniques.map((unique) => ({ ...unique, columns: each(unique.columns) })),
    indexes: indexes.map((index) => ({
      ...index,
      columns: each(index.columns),
      ...(index.include ? { include: each(index.include) } : {}),
    })),
    references: references.map((reference) => ({
      ...reference,
      columns: each(reference.columns),
      toColumns: each(reference.toColumns),
    })),
  };
}
