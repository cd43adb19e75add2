/** A statement that is prepared once on each connection under its name and then only bound: the name must be unique in its service. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /**
   * It does nothing but wait for locks, in one order, and each of its parameters is an array with an element for each lock: such statements of
   * several commands can be merged into one.
   */
  readonly isLock?: boolean;
  /**
   * It adds rows at which no other statement of its transaction looks, and each of its parameters is an array with an element for each row: such
   * statements of several commands can be merged into one, behind all others.
   */
  readonly isLast?: boolean;
}

/**
 * A point read that many callers of the same moment share. Its text takes one array per part of the key, unnested `WITH ORDINALITY AS k(…, n)`,
 * and returns `n` with each row found, at most one row per key. The first part of the key is always the institution.
 */
export interface PointRead<Row extends object> extends Statement {
  /** Never set: carries the row's type. */
  readonly row?: Row;
}

export type Value = string | number | bigint | boolean | null | Uint8Array | readonly Value[];

/** About how many bytes a value is on its way to the database. */
export function bytesOf(value: Value): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return value.length;
  // What is no value at all is the driver's to refuse.
  return Array.isArray(value) ? value.reduce((sum: number, each: Value) => sum + bytesOf(each), 0) : SCALAR_BYTES;
}

const SCALAR_BYTES = 8;
