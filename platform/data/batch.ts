import pg from 'pg';
import { isUnreplicated } from './replication.ts';
import type { Statement, Value } from './statements/statement.ts';

/** A statement of a batch, and what hears of its answer. */
export interface BatchedQuery {
  readonly statement: Statement;
  readonly values: readonly Value[];
  /** Nobody looks at its rows: what they are is not asked for. */
  readonly ignoresRows?: boolean;
  resolve(result: pg.QueryResult): void;
  /** @param isOwn whether it was this statement that failed, and not only another of its batch */
  reject(error: unknown, isOwn: boolean): void;
}

/**
 * Sends statements in one batch: all at once, one Sync at their end, answered together. Without a transaction around it a batch is one of its
 * own: the server commits it at its end, or undoes all of it. The driver's own queries do the work of each statement; only their Syncs are
 * left out, which would end the batch, and cost a wake-up of both sides each.
 *
 * The driver has a pipeline mode, with a Sync for each statement and BEGIN and COMMIT around writes. Against a batch (two connections, medians
 * of 5 interleaved rounds, two cores with nothing else to do) it reached 0.89 of the throughput at 1.03 of the processor time with 4 reads, 0.90 at
 * 1.15 with 16, and 0.78 at 1.72 with 5 writes; only a read by itself was better off, 1.13 at 0.70. So this file, and no other, reaches into the
 * driver's private parts; `batch.test.ts` fails on a driver whose private parts are others.
 */
export function sendBatch(client: pg.ClientBase, queries: readonly BatchedQuery[]): Promise<void> {
  return new Promise((resolve, reject) => {
    // The driver sets the callback, with its own time limit around it, and calls `submit` when the connection is free.
    const callback = (error?: unknown) => (error ? reject(error) : resolve());
    (client.query as unknown as (batch: Batch, callback: (error?: unknown) => void) => void).call(
      client,
      new Batch(queries),
      callback,
    );
  });
}

/** What the driver's query has beside what its types say: how a submitted object hears of its answers. */
interface DriverQuery {
  readonly name: string;
  readonly text: string;
  submit(connection: Connection): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleEmptyQuery(connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: unknown, connection: Connection): void;
}

interface Connection {
  readonly stream: { cork(): void; uncork(): void; destroy(error: Error): void };
  /** Statements whose preparation was sent and not yet answered. */
  readonly submittedNamedStatements: Record<string, string>;
  /** Statements that the server has prepared. */
  readonly parsedStatements: Record<string, string>;
  close(statement: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
  once(event: 'readyForQuery' | 'end', listener: () => void): void;
  off(event: 'readyForQuery' | 'end', listener: () => void): void;
}

class Batch {
  readonly #queries: readonly BatchedQuery[];
  readonly #driverQueries: readonly DriverQuery[];
  /** Set by the driver, which looks whether it is already. */
  callback: ((error?: unknown) => void) | undefined;
  /** Which statement's answers are being read. */
  #at = 0;
  #isOver = false;
  /** What the driver itself found wrong with a statement: values that it cannot send, rows that it cannot read. */
  #fault: unknown;

  constructor(queries: readonly BatchedQuery[]) {
    this.#queries = queries;
    this.#driverQueries = queries.map(({ statement, values, resolve, reject }) => {
      const config = { name: statement.name, text: statement.text, values: [...values], types: typeParsers };
      const settle = (error: unknown, result: pg.QueryResult) => {
        if (!error) return resolve(result);
        this.#fault ??= error;
        reject(error, true);
      };
      return new (pg.Query as unknown as new (config: object, values: undefined, settle: object) => DriverQuery)(
        config,
        undefined,
        settle,
      );
    });
  }

  /** In the order of sending. */
  get statements(): readonly Statement[] {
    return this.#queries.map(({ statement }) => statement);
  }

  /** Of the statement whose answers are being read, by which the driver keeps its list of what is prepared. */
  get name(): string | undefined {
    return this.#driverQueries[this.#at]?.name;
  }

  get text(): string | undefined {
    return this.#driverQueries[this.#at]?.text;
  }

  submit(connection: Connection): null {
    const withoutSync = Object.assign(Object.create(connection) as Connection, { sync: () => undefined });
    const withoutRows = Object.assign(Object.create(withoutSync) as Connection, { describe: () => undefined });
    const inDoubt = doubtfulOf(connection);
    connection.stream.cork();
    try {
      this.#driverQueries.forEach((query, index) => {
        if (inDoubt.delete(query.name)) connection.close({ type: 'S', name: query.name });
        const refused = query.submit(this.#queries[index]?.ignoresRows ? withoutRows : withoutSync);
        this.#fault ??= refused ?? undefined;
      });
      // Half a batch must not be committed.
      if (this.#fault !== undefined) connection.stream.destroy(this.#fault as Error);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  handleRowDescription(message: unknown): void {
    this.#driverQueries[this.#at]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    if (this.#queries[this.#at]?.ignoresRows) return;
    this.#driverQueries[this.#at]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#driverQueries[this.#at]?.handleCommandComplete(message, connection);
    this.#at++;
  }

  handleEmptyQuery(connection: Connection): void {
    this.#driverQueries[this.#at]?.handleEmptyQuery(connection);
    this.#at++;
  }

  /** Only now is the batch committed, so only now does anybody hear of an answer. */
  handleReadyForQuery(connection: Connection): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (isUnreplicated(connection)) this.#fault ??= new Error('Connection terminated: a commit waits for standbys');
    for (const query of this.#driverQueries) query.handleReadyForQuery(connection);
    this.callback?.(this.#fault);
  }

  /**
   * The server skips what stands behind the statement that failed: none of it was prepared, and all of the batch fails. A pooler, which prepares for
   * its clients, has seen it all the same, and takes none twice.
   */
  handleError(error: unknown, connection: Connection): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const inDoubt = doubtfulOf(connection);
    for (const { name } of this.#driverQueries.slice(this.#at)) {
      if (connection.parsedStatements[name] !== undefined) continue;
      delete connection.submittedNamedStatements[name];
      inDoubt.add(name);
    }
    this.#queries.forEach((query, index) => {
      query.reject(error, index === this.#at);
    });
    if (error instanceof pg.DatabaseError) this.#whenUndone(connection, () => this.callback?.(error));
    else this.callback?.(error);
  }

  /** The server tells of an error before it undoes the batch: whoever sent it again at once, on another session, would meet its own locks. */
  #whenUndone(connection: Connection, then: () => void): void {
    const undone = () => {
      connection.off('readyForQuery', undone);
      connection.off('end', undone);
      then();
    };
    connection.once('readyForQuery', undone);
    connection.once('end', undone);
  }
}

/** Statements of which nobody knows whether they are prepared: they are closed, which says nothing where they are not, before they are prepared again. */
const doubtful = new WeakMap<Connection, Set<string>>();

function doubtfulOf(connection: Connection): Set<string> {
  const known = doubtful.get(connection) ?? new Set();
  doubtful.set(connection, known);
  return known;
}

/**
 * How columns become values: instants as fixed-width text (see instant.ts), 64-bit integers as numbers, arrays of ids without a parser for
 * arrays of anything, which costs more than all else of a page. The connection's time zone is UTC
 * and its DateStyle ISO, so that `2026-01-31 12:00:00.5+00` is all there is to translate.
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === TIMESTAMPTZ) return instantText;
      if (oid === INT8) return Number;
      if (oid === UUID_ARRAY) return uuids;
    }
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

const TIMESTAMPTZ = 1184;
const INT8 = 20;
const UUID_ARRAY = 2951;

function instantText(text: string): string {
  const fraction = text.length === 22 ? '.000' : text.slice(19, -3).padEnd(4, '0').slice(0, 4);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}${fraction}Z`;
}

/** `{id,NULL,id}`: one dimension, and nothing in it is ever quoted. */
function uuids(text: string): (string | null)[] {
  if (text === '{}') return [];
  return text
    .slice(1, -1)
    .split(',')
    .map((id) => (id === 'NULL' ? null : id));
}
