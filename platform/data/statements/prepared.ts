import type { Table } from '../schema/table.ts';
import type { Parameter } from './parameters.ts';
import type { Statement } from './statement.ts';

/** How a statement that changes an audited table handles audit records. */
export type Recording =
  /** It writes them itself; its last parameters are those of `authorValues`. */
  | 'recorded'
  /** It keeps the rows' revision, because the same transaction writes the rows again with a new one. */
  | 'interim'
  /** It removes expired rows whose deletion was already recorded. */
  | 'expired';

/** The common part of all declared statements. */
export interface Declared extends Statement {
  /** In the order of `$1`, `$2`, …, without the author's. */
  readonly parameters: readonly Parameter[];
  /** Whether it neither changes nor locks anything: then it may be sent with those of others, and sent again. */
  readonly isRead: boolean;
  /** Set for a statement that changes an audited table. */
  readonly recording: Recording | null;
  /** The table that its name begins with; null if it uses none of the service's tables. */
  readonly table: Table | null;
  /** The columns of its result, if they are declared and not derived from tables: names and PostgreSQL types. */
  readonly result: readonly (readonly [name: string, type: string])[] | null;
}

/** A statement with named parameters, for a transaction. `Values` is the type of its parameters, `Row` that of its rows. */
export interface Prepared<Values, Row extends object> extends Declared {
  /** Never set: carries the types. */
  readonly takes?: (values: Values) => void;
  /** Never set. */
  readonly row?: Row;
}

/** A statement that reads, which needs no transaction. */
export interface PreparedRead<Values, Row extends object> extends Prepared<Values, Row> {
  readonly isRead: true;
}

/** A point read with a key of named parts; see PointRead. */
export interface PreparedPointRead<Key, Row extends object> extends Declared {
  readonly isRead: true;
  /** Never set: carries the types. */
  readonly key?: (key: Key) => void;
  /** Never set. */
  readonly row?: Row;
}

const all = new Map<string, Declared>();

/**
 * Registers a statement. Its name begins with its table's, if it has one, and must be unique among all services. Throws for a read whose text changes or
 * locks rows. That it calls no function that does is not checked.
 */
export function declare<IsRead extends boolean>(
  table: Table | null,
  purpose: string,
  {
    text,
    parameters,
    isRead,
    recording = null,
    result = null,
    isLock = false,
    isLast = false,
  }: Omit<Declared, 'name' | 'table' | 'isRead' | 'recording' | 'result'> &
    Partial<Pick<Declared, 'recording' | 'result'>> & { readonly isRead: IsRead },
): Declared & { readonly isRead: IsRead } {
  const name = table ? `${table.name}_${purpose}` : purpose;
  if (all.has(name)) throw new Error(`two statements have the name ${name}`);
  if (Buffer.byteLength(name) > MAX_BYTES) throw new Error(`the name ${name} is longer than ${MAX_BYTES} bytes`);
  if (isRead && WRITES.test(text)) throw new Error(`${name} is no read: declare it with \`writes\``);
  const declared = { name, text, parameters, isRead, recording, table, result, isLock, isLast };
  all.set(name, declared);
  return declared;
}

const WRITES = /\b(INSERT|UPDATE|DELETE|MERGE|TRUNCATE|LOCK|CREATE|ALTER|DROP)\b|\bFOR (KEY )?SHARE\b/;

/** PostgreSQL truncates longer names, so that two could become equal. */
const MAX_BYTES = 63;

/** All statements of the modules that are loaded. */
export function declaredStatements(): readonly Declared[] {
  return [...all.values()];
}
