import type { Column } from './column.ts';

/** Columns by name, in the order of the declaration. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

export interface Unique<Name extends string = string> {
  readonly name: string;
  readonly columns: readonly Name[];
  /** An SQL condition: a unique index of the rows for which it holds. Without one it is a constraint. */
  readonly where?: string;
  /** Whether two rows may not both have NULL there. */
  readonly areNullsEqual?: boolean;
}

export interface Index<Name extends string = string> {
  readonly name: string;
  readonly columns: readonly Name[];
  readonly include?: readonly Name[];
  /** An SQL condition. */
  readonly where?: string;
  /** `btree` unless said otherwise. */
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
  /** The table's name; of the same database. */
  readonly to: string;
  readonly toColumns: readonly string[];
  readonly onDelete?: 'cascade';
  /** Checked at the transaction's end. */
  readonly isDeferred?: boolean;
}

/** What the migrations make of a table, its columns aside. */
interface TableParts<Name extends string> {
  readonly primaryKey: readonly Name[];
  readonly uniques?: readonly Unique<Name>[];
  readonly indexes?: readonly Index<Name>[];
  readonly checks?: readonly Check[];
  readonly references?: readonly Reference<Name>[];
  /** `definition` is what PostgreSQL prints behind the name. */
  readonly triggers?: readonly { readonly name: string; readonly definition: string }[];
  readonly isPartitioned?: boolean;
}

/** A declared table. Plain data: a process that serves does not load the schema generator for it. */
export interface Table<C extends Columns = Columns> extends TableParts<string> {
  readonly name: string;
  readonly columns: C;
}

/** A row as the driver gives it. */
export type RowOf<T extends Table> = { [Name in keyof T['columns']]: T['columns'][Name]['value'] };

/**
 * Declares a table, once for its row type, its statements and the check that compares the declaration with live databases
 * (`lyceum schema check`). Migrations make it; a change of one goes with a change of the other.
 */
export function table<C extends Columns>(
  name: string,
  parts: { readonly columns: C } & TableParts<keyof C & string>,
): Table<C> {
  return { name, ...parts };
}
