/** A statement that is prepared once per connection under its name and then only bound. The name must be unique in its service. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /**
   * It only takes locks, in a fixed order, and each of its parameters is an array with one element per lock. Such statements of several commands
   * can be merged into one.
   */
  readonly isLock?: boolean;
  /**
   * It adds rows at which no other statement of its transaction looks, and each of its parameters is an array with an element for each row: such
   * statements of several commands can be merged into one, behind all others.
   */
  readonly isLast?: boolean;
  /** Of a point read: the same for one key, whose parts are its parameters. It takes the server two thirds of the time. */
  readonly ofOneKey?: Statement;
}

/**
 * A point read, which concurrent callers share. Its text has one array per part of the key, unnested `WITH ORDINALITY AS k(…, n)`,
 * and returns `n` with each row found, at most one row per key. The first part of the key is always the institution.
 */
export interface PointRead<Row extends object> extends Statement {
  /** Never set: carries the row's type. */
  readonly row?: Row;
}

export type Value = string | number | bigint | boolean | null | Uint8Array | readonly Value[];

/** The approximate size in bytes of a value that is sent to the database. */
export function bytesOf(value: Value): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return value.length;
  // The driver rejects anything that is not a value.
  return Array.isArray(value) ? value.reduce((sum: number, each: Value) => sum + bytesOf(each), 0) : SCALAR_BYTES;
}

const SCALAR_BYTES = 8;
