import type { BindableStatement } from '../pg-batch/index.ts';
import type { Table } from './table.ts';

/** How a statement that changes an audited table handles audit records. */
export type Recording =
  /** It writes them itself; its last parameters are the author's. */
  | 'recorded'
  /** It keeps the rows' revision, because the same transaction writes the rows again with a new one. */
  | 'interim'
  /** It removes expired rows whose deletion was already recorded. */
  | 'expired';

/** The common part of all declared statements. */
export interface Declared extends BindableStatement {
  /** Set for a statement that changes an audited table. */
  readonly recording: Recording | null;
  /** The table that its name begins with; null if it uses none. */
  readonly table: Table | null;
  /** The columns of its result, if they are declared and not derived from tables: names and PostgreSQL types. */
  readonly result: readonly (readonly [name: string, type: string])[] | null;
}

const all = new Map<string, Declared>();

/**
 * Registers a statement. Its name begins with its table's, if it has one, and must be unique. Throws for a read whose
 * text changes or locks rows. That it calls no function that does is not checked.
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
  }: Omit<Declared, 'name' | 'table' | 'isRead' | 'takesContext' | 'recording' | 'result'> &
    Partial<Pick<Declared, 'recording' | 'result'>> & { readonly isRead: IsRead },
): Declared & { readonly isRead: IsRead } {
  const name = table ? `${table.name}_${purpose}` : purpose;
  if (all.has(name)) throw new Error(`two statements have the name ${name}`);
  if (Buffer.byteLength(name) > MAX_BYTES) throw new Error(`the name ${name} is longer than ${MAX_BYTES} bytes`);
  if (isRead && WRITES.test(text)) throw new Error(`${name} is no read: declare it with \`writes\``);
  const takesContext = recording === 'recorded';
  const declared = { name, text, parameters, isRead, recording, table, result, isLock, isLast, takesContext };
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
