/** A value that a statement is given. */
export type Value = string | number | null;

/** A database that holds a copy. Statements mark their values by `?`. */
export interface Store {
  /** Whether another process keeps the copy: then this one only reads it. */
  readonly isKept: boolean;
  readonly dialect: Dialect;
  all<T>(sql: string, ...values: readonly Value[]): Promise<readonly T[]>;
  run(sql: string, ...values: readonly Value[]): Promise<void>;
  /** Runs a change, which then is there as a whole, or not at all. */
  transaction(change: () => Promise<void>): Promise<void>;
  /** Leaves nothing of what was changed or deleted where the program can see to it. */
  forget(): Promise<void>;
  /** Lets other processes keep the copy. */
  close(): Promise<void>;
}

/** What databases say in different words. */
export interface Dialect {
  /** Reads `table_name` and `column_name` of all columns there are. */
  readonly columns: string;
  /** Reads `format`, that of the tables; they are there. */
  readonly format: string;
  /** Notes this format. */
  setFormat(format: number): string;
  /** The types of a whole record and of a local day. */
  readonly json: string;
  readonly day: string;
  /** Behind a table that is read by its primary key alone. */
  readonly byKey: string;
  /** Adds columns for properties of the record, by their names. */
  addColumns(table: string, properties: ReadonlyMap<string, string>): readonly string[];
  /** Sets these columns; absent if they are computed. */
  fill?(table: string, properties: ReadonlyMap<string, string>): string;
  /** Makes a view, or gives it a new definition. */
  view(name: string, definition: string): readonly string[];
  /** The ids in the array `memberIds` of a user group, as a table `member` with the column `value`. */
  readonly members: string;
}
