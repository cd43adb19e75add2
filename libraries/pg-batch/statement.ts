/**
 * A statement that is prepared once per connection under its name and then only bound. No two statements may have the
 * same name.
 */
export interface Statement {
  readonly name: string;
  /** SQL, with `$1`, `$2`, … for the values. */
  readonly text: string;
  /**
   * It only takes locks, in a fixed order, and each of its parameters is an array with one element per lock. Such
   * statements of several transactions can be merged into one.
   */
  readonly isLock?: boolean;
  /**
   * It adds rows at which no other statement of its transaction looks, and each of its parameters is an array with
   * an element for each row. Such statements of several transactions can be merged into one, behind all others.
   */
  readonly isLast?: boolean;
  /**
   * Of a point read: the same for one key, whose parts are its parameters. It takes the server two thirds of the time.
   */
  readonly ofOneKey?: Statement;
}

/** One `$n` of a statement. */
export interface Parameter {
  readonly name: string;
  /** PostgreSQL's name of the type, for tools that check statements; the library does not read it. */
  readonly type: string;
  /** Whether it is an array with one value per row, taken from `rows`, and not a value of that name. */
  readonly isOfRows: boolean;
  /**
   * Converts a value, which is not null, to the form that the driver sends; undefined if the driver can send it as it
   * is.
   */
  readonly encode?: ((value: unknown) => Value) | undefined;
}

/** A statement whose values have names. */
export interface BindableStatement extends Statement {
  /** In the order of `$1`, `$2`, …, without those of the context. */
  readonly parameters: readonly Parameter[];
  /** Whether it neither changes nor locks anything: then it may be sent with those of others, and sent again. */
  readonly isRead: boolean;
  /** Whether its last parameters are the `context` of its transaction. */
  readonly takesContext?: boolean;
}

/** A statement for a transaction. `Values` is the type of its named values, `Row` that of its rows. */
export interface Prepared<Values, Row extends object> extends BindableStatement {
  /** Never set: carries the types. */
  readonly takes?: (values: Values) => void;
  /** Never set. */
  readonly row?: Row;
}

/** A statement that reads, which needs no transaction. */
export interface PreparedRead<Values, Row extends object> extends Prepared<Values, Row> {
  readonly isRead: true;
}

/**
 * A point read, which concurrent callers share: it finds at most one row for a key. Its parameters are the parts of the
 * key. Its text has one array per part, unnested `WITH ORDINALITY AS k(…, n)`, and returns `n` with each row found.
 */
export interface PreparedPointRead<Key, Row extends object> extends BindableStatement {
  readonly isRead: true;
  /** Never set: carries the types. */
  readonly key?: (key: Key) => void;
  /** Never set. */
  readonly row?: Row;
}

/** The value that is sent for a parameter. */
export type Value = string | number | bigint | boolean | null | Uint8Array | readonly Value[];
