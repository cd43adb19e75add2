import type { Column } from './column.ts';

/** Columns by name, in the order of the declaration. */
export type Columns = Readonly<Record<string, Column<unknown>>>;

/** Conventions that all tables of a database share. */
export interface Conventions<Tenant extends string = string, Word extends string = string> {
  /** The column with the tenant, of each table that has rows of tenants: a UUID with which its keys begin. */
  readonly tenant: Tenant;
  readonly auditLog: AuditLog;
  /** What a column may say of people, each word with what it means. One that holds nothing of them says `nothing`. */
  readonly words: Readonly<Record<Word, string>>;
}

/**
 * The table of audit records. It has the tenant's column, `resource`, `resource_id`, `version_before`, `version_after`,
 * `fields_before`, `fields_after`, and those of the author.
 */
export interface AuditLog {
  readonly table: string;
  /** The author and the time of a change, with PostgreSQL's types: the values follow the statement's own. */
  readonly author: readonly (readonly [column: string, type: string])[];
}

/**
 * A table whose changes are audited. Each row is a resource with an `id`, and a `revision` that is new with every
 * change.
 */
export interface Audited<Name extends string = string> {
  /** The name of a row's resource in audit records. */
  readonly resource: string;
  /** The column with the tenant, if it is not the one of the {@link Conventions}. */
  readonly tenant?: Name;
  /** For a table that keeps deleted rows: the column that is not null in them. */
  readonly deleted?: Name;
  /**
   * The columns whose values audit records show: never secrets. Those of personal data must go with the data that they
   * are of: the table's owner erases them. None by default.
   */
  readonly values?: readonly Name[];
}

/** A foreign key. */
export interface Reference<Name extends string = string> {
  readonly columns: readonly Name[];
  /** The name of the referenced table. */
  readonly to: string;
  /** The columns that it refers to, by default the primary key. */
  readonly keys?: readonly string[];
  readonly onDelete?: 'cascade';
  /** Checked at the commit. */
  readonly isDeferred?: true;
}

/** A unique constraint that takes NULLs for equal. */
interface NullsEqual<Name extends string> {
  readonly nullsEqual: readonly Name[];
}

/** An index other than those of keys. */
export type Index<Name extends string = string> = ColumnIndex<Name> | ExpressionIndex;

/** A B-tree of columns. */
interface ColumnIndex<Name extends string = string> {
  readonly on: readonly Name[];
  readonly isUnique?: true;
  /** Columns that it holds so that a scan needs no row. */
  readonly include?: readonly Name[];
  /** A condition in SQL, for an index of some rows only. */
  readonly where?: string;
}

/** An index of another kind, or of expressions. */
interface ExpressionIndex {
  /** The SQL after `ON table`: `USING gin (…)`. */
  readonly using: string;
}

/**
 * The constraints and indexes of a table beside its columns and its key. Constraints and indexes have their names in
 * PostgreSQL.
 */
export interface Constraints<Name extends string = string> {
  readonly unique?: Readonly<Record<string, readonly Name[] | NullsEqual<Name>>>;
  readonly references?: Readonly<Record<string, Reference<Name>>>;
  /** Conditions in SQL. Those on one column stand with it (`Column.check`). */
  readonly checks?: Readonly<Record<string, string>>;
  /** Exclusion constraints: the SQL after EXCLUDE. */
  readonly exclusions?: Readonly<Record<string, string>>;
  readonly indexes?: Readonly<Record<string, Index<Name>>>;
  /**
   * The instant by whose ranges the table is partitioned. Rows outside all partitions are in the default partition,
   * `<table>_other`.
   */
  readonly partitionedBy?: Name;
}

/** Whose the rows of a table are. */
interface Belonging<Name extends string = string> {
  /** Why they belong to no tenant, for a table without the tenant's column. */
  readonly noTenant?: string;
  /**
   * Whose is what its columns say: the person's whose id is in this column, or the persons' of these; `many` in copies
   * of what belongs to several, which only their content tells; `nobody`, such as text that may name anybody.
   */
  readonly whose?: Name | readonly Name[] | 'many' | 'nobody';
  /** Rows that nobody misses after a while: they are in no copy of a tenant's data. */
  readonly isOfTheMoment?: true;
  /** Rows that say what has happened: they outlive what they are about. */
  readonly isHistory?: true;
  /** The table whose rows it counts. */
  readonly isCountOf?: string;
  /** Rows that are added or changed where somebody only reads. */
  readonly isOfReads?: true;
}

/** What a table must say besides, because of its columns. */
type Stated<Tenant extends string, C extends Columns> = (Tenant extends keyof C
  ? unknown
  : { readonly noTenant: string } | { readonly audited: { readonly tenant: string } }) &
  (C[keyof C]['meaning']['says'] extends 'nothing' ? unknown : { readonly whose: unknown });

/** A declared table. Column names are in camel case here and in snake case in PostgreSQL. */
export interface Table<Name extends string = string, C extends Columns = Columns, Tenant extends string = string>
  extends Conventions<Tenant>,
    Belonging,
    Constraints {
  readonly name: Name;
  readonly columns: C;
  readonly primaryKey: readonly string[];
  readonly audited?: Audited;
}

/** A row, as the statements of the table return it. */
export type RowOf<T extends Table> = { readonly [Name in keyof T['columns']]: T['columns'][Name]['value'] };

/** Declares a table: for its row type, its statements, its audit records, and the migrations that make it. */
export type DeclareTable<Tenant extends string, Word extends string> = <
  Name extends string,
  C extends Readonly<Record<string, Column<unknown, Word | 'nothing'>>>,
>(
  name: Name,
  parts: {
    readonly columns: C;
    /** By default the tenant's column and `id`. */
    readonly primaryKey?: readonly (keyof C & string)[];
    readonly audited?: Audited<keyof C & string>;
  } & Belonging<keyof C & string> &
    Constraints<keyof C & string> &
    Stated<Tenant, C>,
) => Table<Name, C, Tenant>;

/** The function that declares the tables of a database. */
export function declaringTables<const Tenant extends string, Word extends string>(
  conventions: Conventions<Tenant, Word>,
): DeclareTable<Tenant, Word> {
  return (name, parts) => ({ name, primaryKey: [conventions.tenant, 'id'], ...conventions, ...parts });
}

/** A column's name in PostgreSQL. */
export function storedName(column: string): string {
  return column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
