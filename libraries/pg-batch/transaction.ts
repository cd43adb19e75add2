import type pg from 'pg';
import { type BatchedQuery, sendBatch } from './batch.ts';
import { type Caller, isPast } from './caller.ts';
import { BegunTooLate, connectionError } from './failure.ts';
import type { BindableStatement, Prepared, PreparedPointRead, Statement, Value } from './statement.ts';
import type { Tracing } from './tracing.ts';
import type { Tx } from './tx.ts';
import { bind, bytesOf } from './values.ts';

/** How a transaction reaches the database. */
export interface TransactionRoute {
  /** Opens a connection for this transaction. Called at most once, when the work reads rows. */
  open(): Promise<pg.ClientBase>;
  /** Commits the statements of a transaction that only writes, alone or with others. @param bytes of their values */
  write(queries: readonly BatchedQuery[], bytes: number): Promise<void>;
}

export interface TransactionOptions {
  /**
   * The values that follow those of each statement with `takesContext`, such as the author and the reason of a change.
   * Without it, such a statement fails.
   */
  readonly context?: readonly Value[] | undefined;
  /**
   * The client that it is for. If it only writes, it may share a transaction with others; clients whose transactions
   * fail are kept apart. Undefined for the process's own work, which never shares one.
   */
  readonly client?: string | undefined;
  /**
   * It fails with BegunTooLate, and changes nothing, unless the server begins it before this instant, in epoch
   * milliseconds.
   */
  readonly beginBy?: number | undefined;
  /**
   * Everything happens as in any other transaction, deferred constraints included, but where that would commit, this
   * one is rolled back. It shares its transaction with no other.
   */
  readonly isTrial?: boolean | undefined;
}

/** A caller with the span of its transaction. */
export interface Trace {
  readonly tracing: Tracing;
  readonly caller: Caller;
}

/**
 * One transaction, in as few batches as its reads allow: statements are collected until the work waits for rows, or
 * until the commit. A transaction that reads has its own connection from then on. One that only writes has none: its
 * statements are sent at the commit.
 */
export class Transaction implements Tx {
  readonly #route: TransactionRoute;
  #client: Promise<pg.ClientBase> | undefined;
  readonly #context: readonly Value[] | undefined;
  readonly #beginBy: number | undefined;
  readonly #trace: Trace | undefined;
  #waiting: BatchedQuery[] = [];
  readonly #batches: Promise<void>[] = [];
  #begun = false;
  #ended = false;

  bytesSent = 0;
  hasWritten = false;

  /** The cause of the transaction's failure; later failures are only consequences. */
  firstFailure: unknown;

  /** @param trace the parent of its batches' spans, with tracing on */
  constructor(route: TransactionRoute, { context, beginBy }: TransactionOptions = {}, trace?: Trace) {
    this.#route = route;
    this.#context = context;
    this.#beginBy = beginBy;
    this.#trace = trace;
  }

  rows<Values, Row extends object>(statement: Prepared<Values, Row>, values: NoInfer<Values>): Promise<Row[]>;
  rows<Row extends object>(statement: BindableStatement, params: object): Promise<Row[]> {
    this.hasWritten ||= !statement.isRead;
    return this.#rows(statement, this.#withContext(statement, bind(statement, params)));
  }

  #rows<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    const rows = new Promise<Row[]>((resolve, reject) => {
      this.#enqueue({ statement, values, resolve: (result) => resolve(result.rows as Row[]), reject });
    });
    // Statements requested at the same moment are sent together.
    process.nextTick(() => this.#sendWaiting());
    // If the work fails elsewhere, it may never await these rows.
    rows.catch(() => undefined);
    return rows;
  }

  point<Key, Row extends object>(read: PreparedPointRead<Key, Row>, key: NoInfer<Key>): Promise<Row | null>;
  async point<Row extends object>(read: BindableStatement, params: object): Promise<Row | null> {
    const key = bind(read, params) as string[];
    const { ofOneKey } = read;
    const rows = await this.#rows<Row>(ofOneKey ?? read, ofOneKey ? key : key.map((part) => [part]));
    return rows[0] ?? null;
  }

  write<Values>(statement: Prepared<Values, object>, values: NoInfer<Values>): void;
  write(statement: BindableStatement, params: object): void {
    if ('rows' in params && (params.rows as readonly unknown[]).length === 0) return;
    const values = this.#withContext(statement, bind(statement, params));
    this.hasWritten ||= !statement.isRead;
    this.#enqueue({ statement, values, ignoresRows: true, resolve: () => undefined, reject: () => undefined });
  }

  async checkDeferred(): Promise<void> {
    await Promise.all([this.#rows(CONSTRAINTS_NOW, []), this.#rows(CONSTRAINTS_LATER, [])]);
  }

  /** Commits everything that was sent. If the server rolls back instead, this is a failure, never a silent success. */
  async commit(): Promise<void> {
    this.#ended = true;
    await Promise.all(this.#batches);
    if (this.firstFailure !== undefined) throw this.firstFailure;
    if (!this.#begun && this.#waiting.length === 0) return;
    if (!this.#begun && this.#waiting.every(({ ignoresRows }) => ignoresRows)) {
      await this.#during(this.#takeWaiting(), (queries) => this.#route.write(queries, this.bytesSent));
      if (this.firstFailure !== undefined) throw this.firstFailure;
      return;
    }
    let answer = 'COMMIT';
    if (this.#begun)
      this.#waiting.push({
        ...unanswered(COMMIT),
        resolve: ({ command }) => (answer = command),
      });
    await this.#send(this.#takeWaiting());
    if (this.firstFailure === undefined && answer !== 'COMMIT')
      this.firstFailure = new Error(`the server answered COMMIT with ${answer}`);
    if (this.firstFailure !== undefined) throw this.firstFailure;
  }

  /** Rolls back everything that was sent, after it has found out whether the commit would fail: then it fails too. */
  async tryCommit(): Promise<void> {
    this.#ended = true;
    await Promise.all(this.#batches);
    if (this.firstFailure === undefined && (this.#begun || this.#waiting.length > 0)) {
      for (const statement of [CONSTRAINTS_NOW, ROLLBACK]) this.#waiting.push(unanswered(statement));
      this.#sendWaiting();
      await Promise.all(this.#batches);
    }
    if (this.firstFailure !== undefined) throw this.firstFailure;
  }

  /** Rolls back everything that was sent; returns the error that makes the connection unusable, if any. */
  async rollback(): Promise<Error | undefined> {
    this.#ended = true;
    const undone = this.firstFailure ?? new Error('the transaction was rolled back');
    for (const { reject } of this.#takeWaiting()) reject(undone, false);
    await Promise.all(this.#batches);
    const broken = connectionError(this.firstFailure);
    // A batch that failed was rolled back as a whole, including a COMMIT at its end: only a transaction begun by an
    // earlier BEGIN is still open.
    if (broken || !this.#begun) return broken;
    try {
      await (await this.#client)?.query('ROLLBACK');
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /** Throws after the end: work that was not awaited may go on when another transaction already uses the connection. */
  #enqueue(query: BatchedQuery): void {
    if (this.#ended) throw new Error('the transaction has ended');
    this.bytesSent += bytesOf(query.values);
    this.#waiting.push(query);
  }

  #withContext(statement: BindableStatement, values: readonly Value[]): readonly Value[] {
    if (!statement.takesContext) return values;
    if (!this.#context) throw new Error(`${statement.name} needs a context, which its transaction does not have`);
    return [...values, ...this.#context];
  }

  #sendWaiting(): void {
    const queries = this.#takeWaiting();
    if (queries.length === 0) return;
    const isFirst = !this.#begun;
    if (isFirst) queries.unshift(unanswered(BEGIN));
    this.#begun = true;
    const sent = this.#send(queries);
    // Once it has answered: it may have stood still, or been out of reach, since the batch was sent.
    this.#batches.push(isFirst ? sent.then(() => this.#requireBegun()) : sent);
  }

  #requireBegun(): void {
    if (this.#beginBy !== undefined && isPast(this.#beginBy)) this.firstFailure ??= new BegunTooLate();
  }

  #takeWaiting(): BatchedQuery[] {
    const queries = this.#waiting;
    this.#waiting = [];
    return queries;
  }

  /** Never rejects: the failure reaches the callers that wait for rows, and the commit. */
  #send(queries: readonly BatchedQuery[]): Promise<void> {
    return this.#during(queries, async () => {
      this.#client ??= this.#route.open();
      try {
        await this.#client;
      } catch (error) {
        for (const { reject } of queries) reject(error, false);
        throw error;
      }
      await sendBatch(await this.#client, queries);
    });
  }

  /** Records the first failure, and traces when the statements begin and end. */
  async #during(
    queries: readonly BatchedQuery[],
    send: (queries: readonly BatchedQuery[]) => Promise<void>,
  ): Promise<void> {
    const trace = this.#trace;
    const traced = trace?.tracing.begin(
      trace.caller,
      queries.map(({ statement }) => statement),
    );
    try {
      const sent = send(queries);
      await (trace && traced ? trace.tracing.end(traced, sent) : sent);
    } catch (error) {
      this.firstFailure ??= error;
    }
  }
}

/** A statement whose answer is not awaited: its failure is the failure of its batch. */
function unanswered(statement: Statement): BatchedQuery {
  return { statement, values: [], ignoresRows: true, resolve: () => undefined, reject: () => undefined };
}

const BEGIN: Statement = { name: 'transaction_begin', text: 'BEGIN' };
const CONSTRAINTS_NOW: Statement = { name: 'constraints_now', text: 'SET CONSTRAINTS ALL IMMEDIATE' };
const CONSTRAINTS_LATER: Statement = { name: 'constraints_later', text: 'SET CONSTRAINTS ALL DEFERRED' };
const COMMIT: Statement = { name: 'transaction_commit', text: 'COMMIT' };
const ROLLBACK: Statement = { name: 'transaction_rollback', text: 'ROLLBACK' };
