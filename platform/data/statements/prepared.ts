import type { Table } from '../schema/table.ts';
import type { Parameter } from './parameters.ts';
import type { Statement } from './statement.ts';

/** How a statement that changes a table deals with audit records. */
export type Recording =
  /** It writes them itself: its last parameters are those of `authorValues`. */
  | 'recorded'
  /** Its rows keep their revision, because the same transaction writes them again, with a new one. */
  | 'interim'
  /** It removes, after their time, rows whose deletion was recorded. */
  | 'expired';

/** What is the same for all declared statements. */
export interface Declared extends Statement {
  /** In the order of `$1`, `$2`, …, without the author's. */
  readonly parameters: readonly Parameter[];
  /** Of a statement that changes an audited table. */
  readonly recording: Recording | null;
  /** The table that heads its name; null where it is on none of a service's tables. */
  readonly table: Table | null;
  /** Columns of its result, where they are declared and not derived from tables: names and types in PostgreSQL's words. */
  readonly result: readonly (readonly [name: string, type: string])[] | null;
}

/** A statement with named parameters: `Values` is what it takes, `Row` what it returns. */
export interface Prepared<Values, Row extends object> extends Declared {
  /** Never set: carries the types. */
  readonly takes?: (values: Values) => void;
  /** Never set. */
  readonly row?: Row;
}

/** A point read with named parts of its key; see PointRead. */
export interface PreparedPointRead<Key, Row extends object> extends Declared {
  /** Never set: carries the types. */
  readonly key?: (key: Key) => void;
  /** Never set. */
  readonly row?: Row;
}

const all = new Map<string, Declared>();

/** Puts a statement on record. Its name begins with its table's, where it has one, and no other statement of any service has it. */
export function declare(
  table: Table | null,
  purpose: string,
  {
    text,
    parameters,
    recording = null,
    result = null,
    isLock = false,
    isLast = false,
  }: Omit<Declared, 'name' | 'table' | 'recording' | 'result'> & Partial<Pick<Declared, 'recording' | 'result'>>,
): Declared {
  const name = table ? `${table.name}_${purpose}` : purpose;
  if (all.has(name)) throw new Error(`two statements are called ${name}`);
  if (Buffer.byteLength(name) > BYTES_AT_MOST) throw new Error(`${name} is longer than the server keeps`);
  const declared = { name, text, parameters, recording, table, result, isLock, isLast };
  all.set(name, declared);
  return declared;
}

/** PostgreSQL cuts longer names, and two might become one. */
const BYTES_AT_MOST = 63;

/** All statements of the modules that are loaded. */
export function declaredStatements(): readonly Declared[] {
  return [...all.values()];
}

/** Throws for a change of an audited table, which belongs in a transaction: only that has an author. */
export function requireNoAuthor({ name, recording }: Declared): void {
  if (recording === 'recorded' || recording === 'interim') throw new Error(`${name} is no statement for a read`);
}
