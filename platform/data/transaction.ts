import type pg from 'pg';
import { type Author, authorValues } from './audit/author.ts';
import { type BatchedQuery, sendBatch } from './batch.ts';
import { connectionError } from './pg-failure.ts';
import { bind } from './statements/parameters.ts';
import type { Declared, Prepared, PreparedPointRead } from './statements/prepared.ts';
import { bytesOf, type Statement, type Value } from './statements/statement.ts';
import { beginStatements, endedBy, type Trace } from './traced-statements.ts';
import type { Tx } from './tx.ts';

/** How a transaction gets to the database. */
export interface TransactionRoute {
  /** A connection for itself. Asked for once, when somebody waits for rows. */
  open(): Promise<pg.ClientBase>;
  /** Commits the statements of a transaction that only writes, with those of others or without. @param bytes of their values */
  write(queries: readonly BatchedQuery[], bytes: number): Promise<void>;
}

/**
 * One transaction, in as few batches as its reads allow: statements gather until somebody waits for rows, or until the commit. One that reads has a
 * connection for itself from then on. One that only writes has none: its statements leave at the commit.
 */
export class Transaction implements Tx {
  readonly #route: TransactionRoute;
  #client: Promise<pg.ClientBase> | undefined;
  readonly #author: Author | undefined;
  readonly #trace: Trace | undefined;
  #waiting: BatchedQuery[] = [];
  readonly #batches: Promise<void>[] = [];
  #begun = false;
  #ended = false;

  bytesSent = 0;

  /** What made the transaction fail: what fails after it does so only in consequence. */
  firstFailure: unknown;

  /**
   * @param author whose changes they are; undefined for the platform's own work, which changes no audited table
   * @param trace what its batches are parts of, where that is traced
   */
  constructor(route: TransactionRoute, author?: Author, trace?: Trace) {
    this.#route = route;
    this.#author = author;
    this.#trace = trace;
  }

  rows<Values, Row extends object>(statement: Prepared<Values, Row>, values: NoInfer<Values>): Promise<Row[]>;
  rows<Row extends object>(statement: Declared, params: object): Promise<Row[]> {
    return this.#rows(statement, this.#withAuthor(statement, bind(statement, params)));
  }

  #rows<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    const rows = new Promise<Row[]>((resolve, reject) => {
      this.#enqueue({ statement, values, resolve: (result) => resolve(result.rows as Row[]), reject });
    });
    // What is asked for at the same moment travels together.
    process.nextTick(() => this.#sendWaiting());
    // Work that failed elsewhere may never look at them.
    rows.catch(() => undefined);
    return rows;
  }

  point<Key, Row extends object>(read: PreparedPointRead<Key, Row>, key: NoInfer<Key>): Promise<Row | null>;
  async point<Row extends object>(read: Declared, params: object): Promise<Row | null> {
    const key = bind(read, params) as string[];
    const rows = await this.#rows<Row>(
      read,
      key.map((part) => [part]),
    );
    return rows[0] ?? null;
  }

  write<Values>(statement: Prepared<Values, object>, values: NoInfer<Values>): void;
  write(statement: Declared, params: object): void {
    if ('rows' in params && (params.rows as readonly unknown[]).length === 0) return;
    const values = this.#withAuthor(statement, bind(statement, params));
    this.#enqueue({ statement, values, ignoresRows: true, resolve: () => undefined, reject: () => undefined });
  }

  async checkDeferred(): Promise<void> {
    await Promise.all([this.#rows(CONSTRAINTS_NOW, []), this.#rows(CONSTRAINTS_LATER, [])]);
  }

  /** Commits all that was sent. A transaction that the server rolled back instead is a failure, never a silent success. */
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
        statement: COMMIT,
        values: [],
        ignoresRows: true,
        resolve: ({ command }) => (answer = command),
        reject: () => undefined,
      });
    await this.#send(this.#takeWaiting());
    if (this.firstFailure === undefined && answer !== 'COMMIT')
      this.firstFailure = new Error(`the server answered COMMIT with ${answer}`);
    if (this.firstFailure !== undefined) throw this.firstFailure;
  }

  /** Undoes all that was sent; returns the error when the connection cannot be used any more. */
  async rollback(): Promise<Error | undefined> {
    this.#ended = true;
    const undone = this.firstFailure ?? new Error('the transaction was undone');
    for (const { reject } of this.#takeWaiting()) reject(undone, false);
    await Promise.all(this.#batches);
    const broken = connectionError(this.firstFailure);
    // A batch that failed was undone whole, a COMMIT at its end included: only what BEGIN opened is still open.
    if (broken || !this.#begun) return broken;
    try {
      await (await this.#client)?.query('ROLLBACK');
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /** Work that nobody waited for may go on when the connection is another transaction's already. */
  #enqueue(query: BatchedQuery): void {
    if (this.#ended) throw new Error('the transaction has ended');
    this.bytesSent += bytesOf(query.values);
    this.#waiting.push(query);
  }

  /** A change goes with its audit records, whoever sends it. */
  #withAuthor(statement: Declared, values: readonly Value[]): readonly Value[] {
    if (statement.recording !== 'recorded') return values;
    if (!this.#author) throw new Error(`${statement.name} changes an audited table for nobody`);
    return [...values, ...authorValues(this.#author)];
  }

  #sendWaiting(): void {
    const queries = this.#takeWaiting();
    if (queries.length === 0) return;
    if (!this.#begun)
      queries.unshift({
        statement: BEGIN,
        values: [],
        ignoresRows: true,
        resolve: () => undefined,
        reject: () => undefined,
      });
    this.#begun = true;
    this.#batches.push(this.#send(queries));
  }

  #takeWaiting(): BatchedQuery[] {
    const queries = this.#waiting;
    this.#waiting = [];
    return queries;
  }

  /** Never rejects: who waits for rows hears of the failure, and the commit does. */
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

  /** Notes how sending them fails, and when they begin and end. */
  async #during(
    queries: readonly BatchedQuery[],
    send: (queries: readonly BatchedQuery[]) => Promise<void>,
  ): Promise<void> {
    const span =
      this.#trace &&
      beginStatements(
        this.#trace,
        queries.map(({ statement }) => statement),
      );
    try {
      const sent = send(queries);
      await (span ? endedBy(span, sent) : sent);
    } catch (error) {
      this.firstFailure ??= error;
    }
  }
}

const BEGIN: Statement = { name: 'transaction_begin', text: 'BEGIN' };
const CONSTRAINTS_NOW: Statement = { name: 'constraints_now', text: 'SET CONSTRAINTS ALL IMMEDIATE' };
const CONSTRAINTS_LATER: Statement = { name: 'constraints_later', text: 'SET CONSTRAINTS ALL DEFERRED' };
const COMMIT: Statement = { name: 'transaction_commit', text: 'COMMIT' };
