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
  /** PostgreSQL's name of the type, for whoever checks statements; the library does not look at it. */
  readonly type: string;
  /** Whether it is an array with one value per row, taken from `rows`, and not a value of that name. */
  readonly isOfRows: boolean;
  /** Converts a value to what the driver sends. Never called with null. */
  readonly encode: (value: unknown) => Value;
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

/** What is sent for a parameter. */
export type Value = string | number | bigint | boolean | null | Uint8Array | readonly Value[];

/** The approximate size in bytes of a value that is sent to the database. */
export function bytesOf(value: Value): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return value.length;
  // The driver rejects anything that is not a value.
  return Array.isArray(value) ? value.reduce((sum: number, each: Value) => sum + bytesOf(each), 0) : SCALAR_BYTES;
}

const SCALAR_BYTES = 8;

/**
 * The values of a statement's parameters, or the parts of a point read's key, in their order. Throws a TypeError for a
 * missing value, which the driver would send as NULL.
 */
export function bind({ name, parameters }: BindableStatement, params: object): Value[] {
  const values = params as Readonly<Record<string, unknown>>;
  return parameters.map((parameter) => {
    if (!parameter.isOfRows) return encoded(name, parameter, values[parameter.name]);
    return (values.rows as Readonly<Record<string, unknown>>[]).map((row) =>
      encoded(name, parameter, row[parameter.name]),
    );
  });
}

function encoded(statement: string, { name, encode }: Parameter, value: unknown): Value {
  if (value === undefined) throw new TypeError(`${statement} needs a value for ${name}`);
  return value === null ? null : encode(value);
}
