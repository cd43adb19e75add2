import {
  type BindableStatement,
  bind,
  type PreparedPointRead,
  type PreparedRead,
  type Reader,
} from '../../libraries/pg-batch/index.ts';
import { areCallersGone, type CallOptions, currentCallOptions, hasCaller } from '../core/call-scope.ts';
import { Refusal, refuse } from '../core/errors/refusal.ts';
import { beginPart, SpanKind, type Tracer } from '../core/spans.ts';
import { withTimeout } from '../core/with-timeout.ts';
import { AdvisoryLock } from './advisory-lock.ts';
import { type Constraints, translateFailure } from './pg-failure.ts';
import { ReadBatcher } from './read-batcher.ts';
import { integer } from './schema/column.ts';
import { type Session, type SessionOptions, Sessions } from './sessions.ts';
import { sqlStatement } from './statements/sql-statement.ts';
import { endedBy, readTraced, type Trace } from './traced-statements.ts';
import { Transaction, type TransactionOptions, type TransactionRoute } from './transaction.ts';
import { WriteBatcher } from './write-batcher.ts';

export interface DatabaseOptions extends SessionOptions {
  readonly constraints: Constraints;
  /** Undefined without tracing. */
  readonly tracer?: Tracer | undefined;
}

/** A service's own database: prepared reads, which are sent in batches, and transactions whose statements are sent together. */
export class Database implements Reader {
  readonly #options: DatabaseOptions;
  readonly #sessions: Sessions;
  readonly #reads: ReadBatcher;
  readonly #writes: WriteBatcher;
  #refused = 0;

  constructor(options: DatabaseOptions) {
    this.#options = options;
    this.#sessions = new Sessions(options);
    this.#reads = new ReadBatcher(this.#sessions, options);
    this.#writes = new WriteBatcher(this.#sessions, options.tracer !== undefined);
  }

  /** The use of its sessions, and what failed since the start; exported as metrics. */
  get counts() {
    return {
      ...this.#sessions.counts,
      ...this.#writes.counts,
      /** Transactions and batches of reads that wait for a session, and writes that wait for a batch. */
      waiting: this.#waiting,
      /** Callers of reads that wait for a batch. */
      readsWaiting: this.#reads.waiting,
      /** Work that was rejected because too much waited. */
      refused: this.#refused + this.#reads.refused,
    };
  }

  /** Transactions and batches of reads that wait for a session or to be sent. */
  get #waiting(): number {
    return this.#sessions.waiting + this.#writes.waiting;
  }

  /** Whether this process found the server's disk full within the last minute. */
  get isDiskFull(): boolean {
    return this.#sessions.isDiskFull;
  }

  rows<Values, Row extends object>(statement: PreparedRead<Values, Row>, values: NoInfer<Values>): Promise<Row[]>;
  rows<Row extends object>(statement: BindableStatement, params: object): Promise<Row[]> {
    const callOptions = currentCallOptions();
    const values = bind(statement, params);
    const { tracer } = this.#options;
    if (!tracer || !callOptions?.span) return this.#reads.rows(statement, values, callOptions);
    const trace = { tracer, span: callOptions.span };
    return readTraced(trace, statement, (span) => this.#reads.rows(statement, values, { ...callOptions, span }));
  }

  point<Key, Row extends object>(read: PreparedPointRead<Key, Row>, key: NoInfer<Key>): Promise<Row | null>;
  point<Row extends object>(read: BindableStatement, params: object): Promise<Row | null> {
    const callOptions = currentCallOptions();
    const key = bind(read, params) as string[];
    const { tracer } = this.#options;
    if (!tracer || !callOptions?.span) return this.#reads.point(read, key, callOptions);
    const trace = { tracer, span: callOptions.span };
    return readTraced(trace, read, (span) => this.#reads.point(read, key, { ...callOptions, span }));
  }

  /**
   * Runs `work` in a transaction and commits, or rolls back if it throws. Database errors are thrown untranslated, so that the caller can decide what
   * to retry. Throws SERVICE_BUSY at once if too many wait for a session already, and sends nothing if its caller has stopped waiting by the time
   * a session is free. Work that reads has its own transaction; work of an author that only writes may share one ({@link WriteBatcher}).
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const callOptions = currentCallOptions();
    if (hasCaller(callOptions) && this.#waiting >= this.#sessions.maxWaiting) {
      this.#refused++;
      refuse('SERVICE_BUSY');
    }
    const { tracer } = this.#options;
    if (!tracer || !callOptions?.span) return this.#transact(work, options, callOptions);
    const span = beginPart(tracer, callOptions.span, 'transaction', SpanKind.INTERNAL);
    return endedBy(span, this.#transact(work, options, callOptions, { tracer, span }));
  }

  async #transact<T>(
    work: (tx: Transaction) => Promise<T>,
    options: TransactionOptions,
    callOptions: CallOptions | undefined,
    trace?: Trace,
  ): Promise<T> {
    const own: { session?: Session } = {};
    const client = options.author?.id ?? undefined;
    const route: TransactionRoute = {
      open: async () => {
        own.session = await this.#sessions.open([callOptions]);
        trace?.span.addEvent('connected');
        return own.session.client;
      },
      write: (queries, bytes) =>
        this.#writes.commit({
          queries,
          bytes,
          callOptions: trace ? { ...(callOptions as CallOptions), span: trace.span } : callOptions,
          client,
          beginBy: options.beginBy,
        }),
    };
    const tx = new Transaction(route, options, trace);
    try {
      const result = await work(tx);
      if (areCallersGone([callOptions])) throw new Refusal('DEADLINE_EXCEEDED');
      await tx.commit();
      return result;
    } catch (error) {
      const broken = await tx.rollback();
      own.session?.fail(tx.firstFailure, broken);
      throw tx.firstFailure ?? error;
    } finally {
      await own.session?.release();
    }
  }

  /** A lock with this name, on a session outside the pool. Only one of the processes that use the database can hold it. */
  lock(name: string): AdvisoryLock {
    return AdvisoryLock.on(this.#options, name);
  }

  translate(error: unknown): unknown {
    return translateFailure(error, this.#options.constraints);
  }

  /** Resolves when the server answers; throws if it does not within `atMostMs` milliseconds. */
  async ping(atMostMs: number): Promise<void> {
    await withTimeout(this.rows(PING, {}), atMostMs);
  }

  async close(): Promise<void> {
    await this.#sessions.close();
  }
}

const PING = sqlStatement(null, 'ping', { parameters: {}, result: { ok: integer() }, text: () => 'SELECT 1 AS ok' });
