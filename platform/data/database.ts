import { areOver, type CallOptions, currentCallOptions, hasCaller } from '../core/call-scope.ts';
import { Refusal, refuse } from '../core/errors/refusal.ts';
import { beginPart, SpanKind, type Tracer } from '../core/spans.ts';
import { AdvisoryLock } from './advisory-lock.ts';
import type { Author } from './audit/author.ts';
import { type Constraints, translateFailure } from './pg-failure.ts';
import { Ping } from './ping.ts';
import type { PoolCounts } from './pool-counts.ts';
import { ReadBatcher } from './read-batcher.ts';
import { type Session, type SessionOptions, Sessions } from './sessions.ts';
import { bind } from './statements/parameters.ts';
import { type Declared, type Prepared, type PreparedPointRead, requireNoAuthor } from './statements/prepared.ts';
import { endedBy, readTraced, type Trace } from './traced-statements.ts';
import { Transaction, type TransactionRoute } from './transaction.ts';
import type { Reader } from './tx.ts';
import { WriteBatcher } from './write-batcher.ts';

export interface DatabaseOptions extends SessionOptions {
  readonly constraints: Constraints;
  /** Undefined where nothing is traced. */
  readonly tracer?: Tracer | undefined;
}

/** A service's own database: prepared reads, which leave in batches, and transactions whose statements travel together. */
export class Database implements Reader {
  readonly #options: DatabaseOptions;
  readonly #sessions: Sessions;
  readonly #reads: ReadBatcher;
  readonly #writes: WriteBatcher;
  readonly #ping = new Ping(this);
  #refused = 0;

  constructor(options: DatabaseOptions) {
    this.#options = options;
    this.#sessions = new Sessions(options);
    this.#reads = new ReadBatcher(this.#sessions, options);
    this.#writes = new WriteBatcher(this.#sessions, options.tracer !== undefined);
  }

  get counts(): PoolCounts {
    return {
      ...this.#sessions.counts,
      ...this.#writes.counts,
      waiting: this.#waiting,
      readsWaiting: this.#reads.waiting,
      refused: this.#refused + this.#reads.refused,
    };
  }

  /** Transactions and batches of reads that wait for a session or to leave. */
  get #waiting(): number {
    return this.#sessions.waiting + this.#writes.waiting;
  }

  /** Whether the server's disk was full within the last minute, as far as this process has found. */
  get isDiskFull(): boolean {
    return this.#sessions.isDiskFull;
  }

  rows<Values, Row extends object>(statement: Prepared<Values, Row>, values: NoInfer<Values>): Promise<Row[]>;
  rows<Row extends object>(statement: Declared, params: object): Promise<Row[]> {
    const callOptions = currentCallOptions();
    requireNoAuthor(statement);
    const values = bind(statement, params);
    const { tracer } = this.#options;
    if (!tracer || !callOptions?.span) return this.#reads.rows(statement, values, callOptions);
    const trace = { tracer, span: callOptions.span };
    return readTraced(trace, statement, (span) => this.#reads.rows(statement, values, { ...callOptions, span }));
  }

  point<Key, Row extends object>(read: PreparedPointRead<Key, Row>, key: NoInfer<Key>): Promise<Row | null>;
  point<Row extends object>(read: Declared, params: object): Promise<Row | null> {
    const callOptions = currentCallOptions();
    const key = bind(read, params) as string[];
    const { tracer } = this.#options;
    if (!tracer || !callOptions?.span) return this.#reads.point(read, key, callOptions);
    const trace = { tracer, span: callOptions.span };
    return readTraced(trace, read, (span) => this.#reads.point(read, key, { ...callOptions, span }));
  }

  /**
   * Runs `work` in a transaction and commits, or rolls back when it throws. Database errors are thrown untranslated, for the caller to tell what
   * may be repeated. Where too many wait for a session already it is refused at once, and where its caller has stopped waiting when there is one,
   * it sends nothing. Work that reads has a transaction for itself; work of an author that only writes may share one with others' ({@link WriteBatcher}).
   * @param author whose changes of audited tables they are; without one there are none
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>, author?: Author): Promise<T> {
    const callOptions = currentCallOptions();
    if (hasCaller(callOptions) && this.#waiting >= this.#sessions.waitingAtMost) {
      this.#refused++;
      refuse('SERVICE_BUSY');
    }
    const { tracer } = this.#options;
    if (!tracer || !callOptions?.span) return this.#transact(work, author, callOptions);
    const span = beginPart(tracer, callOptions.span, 'transaction', SpanKind.INTERNAL);
    return endedBy(span, this.#transact(work, author, callOptions, { tracer, span }));
  }

  async #transact<T>(
    work: (tx: Transaction) => Promise<T>,
    author: Author | undefined,
    callOptions: CallOptions | undefined,
    trace?: Trace,
  ): Promise<T> {
    const own: { session?: Session } = {};
    const client = author?.id ?? undefined;
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
        }),
    };
    const tx = new Transaction(route, author, trace);
    try {
      const result = await work(tx);
      if (areOver([callOptions])) throw new Refusal('DEADLINE_EXCEEDED');
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

  /** A lock of this name, on a session beside the pool: one process of all that use the database holds it. */
  lock(name: string): AdvisoryLock {
    return AdvisoryLock.on(this.#options, name);
  }

  translate(error: unknown): unknown {
    return translateFailure(error, this.#options.constraints);
  }

  /** Answers when the server does; throws when it does not within the time, in milliseconds. */
  ping(atMostMs: number): Promise<void> {
    return this.#ping.check(atMostMs);
  }

  async close(): Promise<void> {
    await this.#sessions.close();
  }
}
