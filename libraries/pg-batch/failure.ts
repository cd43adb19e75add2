import pg from 'pg';

/** Work that was not done, though the server did not fail. Nothing of it is written. */
export class Rejection extends Error {
  /** `busy`: too much waits already; rejected at once. `abandoned`: its caller had stopped waiting before it ended. */
  readonly kind: 'busy' | 'abandoned';

  constructor(kind: 'busy' | 'abandoned') {
    super(kind === 'busy' ? 'too much waits for the database' : 'nobody waits for the result any more');
    this.name = 'Rejection';
    this.kind = kind;
  }
}

/** A transaction did not begin within the time that its changes allow. Nothing of it is written. */
export class BegunTooLate extends Error {
  constructor() {
    super('the transaction has begun too late');
  }
}

/**
 * The meaning of a failure for its caller:
 * - `busy`, `abandoned`: a {@link Rejection}.
 * - `timeout`: the statement was cancelled, because it took too long or no caller waited for it.
 * - `conflict`: other transactions were in the way; the same transaction may succeed when it is repeated.
 * - `unstorable`: a value has a character that PostgreSQL cannot store, which is only U+0000.
 * - `unavailable`: the server cannot be reached, shuts down, lacks a resource, accepts no writes, or finds that its
 *   data is damaged. A write may be done.
 */
export type FailureKind = Rejection['kind'] | 'timeout' | 'conflict' | 'unstorable' | 'unavailable';

/** The kind of a failure; undefined for a mistake of the caller, such as a violated constraint. */
export function failureKind(error: unknown): FailureKind | undefined {
  if (error instanceof Rejection) return error.kind;
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    if (code === CHARACTER_NOT_IN_REPERTOIRE) return 'unstorable';
    if (code === QUERY_CANCELED) return 'timeout';
    if (CONFLICTS.test(code)) return 'conflict';
    return UNAVAILABLE_STATES.test(code) || isDiskFull(error) ? 'unavailable' : undefined;
  }
  const isUnreachable =
    error instanceof Error && (UNAVAILABLE_CODES.has(codeOf(error)) || UNAVAILABLE_MESSAGES.test(error.message));
  return isUnreachable ? 'unavailable' : undefined;
}

/** Whether a statement was cancelled or, by the server or the driver, timed out. */
export function endsStatement(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === QUERY_CANCELED;
  return isSilence(error);
}

/** Whether the server has stopped responding: a running server cancels a long statement before the driver's timeout. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Query read timeout');
}

/** Resources that a database server can run out of; `pages` are stored pages that the disk has damaged. */
export type Resource = 'disk' | 'memory' | 'connections' | 'pages';

/** The resource whose shortage made a statement or a connection fail. */
export function exhaustedResource(error: unknown): Resource | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  if (isDiskFull(error)) return 'disk';
  if (error.code === OUT_OF_MEMORY) return 'memory';
  if (DAMAGED.test(error.code ?? '')) return 'pages';
  return error.code === TOO_MANY_CONNECTIONS ? 'connections' : undefined;
}

/** An exhausted disk quota has no code of its own: the server reports an internal error. */
function isDiskFull({ code, message }: pg.DatabaseError): boolean {
  return code === DISK_FULL || /(No space left on device|Disk quota exceeded)/.test(message);
}

/** Whether the server rejected one value of a statement; its other values may be valid. */
export function refusesValue(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith(DATA_EXCEPTION) === true;
}

/**
 * Returns the error that makes a connection unusable: one of the network, or one with which the server ended the
 * session.
 */
export function connectionError(failure: unknown): Error | undefined {
  if (!(failure instanceof Error)) return undefined;
  return failure instanceof pg.DatabaseError && !SESSION_ENDS.test(failure.code ?? '') ? undefined : failure;
}

/** A serialization failure, a deadlock. */
const CONFLICTS = /^(40001|40P01)$/;
const DATA_EXCEPTION = '22';
const CHARACTER_NOT_IN_REPERTOIRE = '22021';
const QUERY_CANCELED = '57014';
const DISK_FULL = '53100';
const OUT_OF_MEMORY = '53200';
/** A page whose checksum is wrong, an index that contradicts itself. */
const DAMAGED = /^XX00[12]$/;
const TOO_MANY_CONNECTIONS = '53300';
/**
 * Connection exceptions, shutdowns, sessions and transactions that exceeded a time limit of the server; a server that
 * accepts no writes, because behind a pooler the session leads to one that has become a standby.
 */
const SESSION_ENDS = /^(08...|57P0.|25P0[34]|25006)$/;
/**
 * The same; too many connections and other exhausted resources; a server that rejects the login or does not have the
 * database; a transaction that waited too long for a lock; a server that finds its data damaged.
 */
const UNAVAILABLE_STATES = /^(08...|57P0.|25P0[34]|53...|58...|28...|3D000|25006|55P03|XX00[12])$/;
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** The driver has no codes for these. */
const UNAVAILABLE_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout|Cannot use a pool after calling end)/;

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
