import pg from 'pg';
import type { Connection, Driver, DriverQuery, RowReader } from './driver-members.ts';
import type { Statement, Value } from './statement.ts';
import { readRowsBy, rowReaderOf, typeParsers } from './values.ts';

/** Connections whose last commit is only on the primary. */
const unreplicated = new WeakSet<object>();

/**
 * If a commit is cancelled while it waits for a standby, the server reports success with only a warning. The commit is
 * on the primary and is lost with it. @param connection the driver's connection that received the notice
 */
export function noteUnreplicated(connection: object, notice: { readonly routine?: string | undefined }): void {
  if (notice.routine === 'SyncRepWaitForLSN') unreplicated.add(connection);
}

/** A statement of a batch, with the callbacks for its result. */
export interface BatchedQuery {
  readonly statement: Statement;
  readonly values: readonly Value[];
  /** The rows are not used: skip their description. */
  readonly ignoresRows?: boolean;
  resolve(result: pg.QueryResult): void;
  /** @param isOwn whether this statement itself failed, rather than another one in its batch */
  reject(error: unknown, isOwn: boolean): void;
}

/**
 * Sends statements in one batch: all at once, with one Sync at the end, and settles them together. Outside a
 * transaction, a batch is a transaction itself: the server commits it at its end or rolls all of it back. The driver's
 * own queries do the work of each statement, without their Syncs, each of which would end the batch and wake up both
 * sides.
 *
 * The driver's pipeline mode has a Sync for each statement and BEGIN and COMMIT around writes, which makes it slower
 * than a batch (README.md). So this file uses the driver's private members; `batch.test.ts` fails if a version of the
 * driver changes them.
 */
export function sendBatch(client: pg.ClientBase, queries: readonly BatchedQuery[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const driver = client as unknown as Driver;
    const { connectionParameters, connection } = driver;
    const { query_timeout: limitMs } = connectionParameters;
    const batch = new Batch(queries, (error) => (error ? reject(error) : resolve()));
    if (limitMs) batch.endAfter(limitMs, connection);
    // The driver calls `submit` when the connection is free. Its own time limit would wrap the callback in a closure
    // that refers to the batch, and with that the rows of nearly all finished batches survived minor garbage
    // collections, which made these long (seen, not understood).
    connectionParameters.query_timeout = 0;
    try {
      driver.query(batch);
    } finally {
      connectionParameters.query_timeout = limitMs;
    }
  });
}

class Batch {
  readonly #queries: readonly BatchedQuery[];
  readonly #driverQueries: readonly DriverQuery[];
  readonly #callback: (error?: unknown) => void;
  #limit: NodeJS.Timeout | undefined;
  /** The index of the statement whose result is being read. */
  #at = 0;
  #isOver = false;
  /** An error of the driver itself: values that it cannot send, rows that it cannot parse. */
  #fault: unknown;
  #rowReaders = new Map<string, RowReader>();

  constructor(queries: readonly BatchedQuery[], callback: (error?: unknown) => void) {
    this.#queries = queries;
    this.#callback = callback;
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

  /** Fails the batch unless it ends in time; the connection cannot be used again. */
  endAfter(ms: number, connection: Connection): void {
    this.#limit = setTimeout(() => this.handleError(new Error('Query read timeout'), connection), ms);
  }

  /** In the order of sending. */
  get statements(): readonly Statement[] {
    return this.#queries.map(({ statement }) => statement);
  }

  /** The name of the statement whose result is being read. The driver records it as prepared. */
  get name(): string | undefined {
    return this.#driverQueries[this.#at]?.name;
  }

  get text(): string | undefined {
    return this.#driverQueries[this.#at]?.text;
  }

  submit(connection: Connection): null {
    // It has failed because the connection was not free in time, and so have the batches before it.
    if (this.#isOver) {
      connection.stream.destroy(new Error('Connection terminated: a batch was not sent in time'));
      return null;
    }
    const { withoutSync, withoutRows, inDoubt, rowReaders } = viewOf(connection);
    this.#rowReaders = rowReaders;
    connection.stream.cork();
    try {
      this.#driverQueries.forEach((query, index) => {
        if (inDoubt.delete(query.name)) {
          connection.close({ type: 'S', name: query.name });
          rowReaders.delete(query.name);
        }
        const reader = rowReaders.get(query.name);
        if (reader) readRowsBy(reader, query);
        const refused = query.submit(reader || this.#queries[index]?.ignoresRows ? withoutRows : withoutSync);
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
    const query = this.#driverQueries[this.#at];
    if (!query) return;
    query.handleRowDescription(message);
    const reader = rowReaderOf(query._result);
    readRowsBy(reader, query);
    this.#rowReaders.set(query.name, reader);
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

  /** Only now is the batch committed, so only now are its queries settled. */
  handleReadyForQuery(connection: Connection): void {
    if (this.#isOver) return;
    this.#end();
    // Do not report success, and do not use the connection again.
    if (unreplicated.has(connection)) this.#fault ??= new Error('Connection terminated: a commit waits for standbys');
    for (const query of this.#driverQueries) query.handleReadyForQuery(connection);
    this.#callback(this.#fault);
  }

  /**
   * The server skips all statements after the one that failed: none of them was prepared, and the whole batch fails. A
   * pooler that prepares statements for its clients has seen them nevertheless and rejects a second preparation.
   */
  handleError(error: unknown, connection: Connection): void {
    if (this.#isOver) return;
    this.#end();
    const { inDoubt } = viewOf(connection);
    for (const { name } of this.#driverQueries.slice(this.#at)) {
      if (connection.parsedStatements[name] !== undefined) continue;
      delete connection.submittedNamedStatements[name];
      inDoubt.add(name);
    }
    this.#queries.forEach((query, index) => {
      query.reject(error, index === this.#at);
    });
    if (error instanceof pg.DatabaseError) this.#afterRollback(connection, () => this.#callback(error));
    else this.#callback(error);
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#limit);
  }

  /**
   * The server reports an error before it rolls the batch back: an immediate retry on another session would wait for
   * the batch's own locks.
   */
  #afterRollback(connection: Connection, then: () => void): void {
    const rolledBack = () => {
      connection.off('readyForQuery', rolledBack);
      connection.off('end', rolledBack);
      then();
    };
    connection.once('readyForQuery', rolledBack);
    connection.once('end', rolledBack);
  }
}

/** The state of a connection, and the connection as queries see it. */
interface ConnectionView {
  readonly withoutSync: Connection;
  readonly withoutRows: Connection;
  /**
   * Statements that may or may not be prepared. They are closed before they are prepared again; closing one that is not
   * prepared is no error.
   */
  readonly inDoubt: Set<string>;
  /**
   * By statement: its rows are described once and not for each execution, because they never change (the server rejects
   * a prepared statement whose rows have).
   */
  readonly rowReaders: Map<string, RowReader>;
}

const views = new WeakMap<Connection, ConnectionView>();

function viewOf(connection: Connection): ConnectionView {
  const known = views.get(connection);
  if (known) return known;
  const withoutSync = Object.assign(Object.create(connection) as Connection, { sync: () => undefined });
  const withoutRows = Object.assign(Object.create(withoutSync) as Connection, { describe: () => undefined });
  const view = { withoutSync, withoutRows, inDoubt: new Set<string>(), rowReaders: new Map<string, RowReader>() };
  views.set(connection, view);
  return view;
}
