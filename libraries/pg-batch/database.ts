import { AdvisoryLock } from './advisory-lock.ts';
import { areGone, type Caller, isForSomebody } from './caller.ts';
import { Rejection } from './failure.ts';
import { ReadBatcher, type ReadOptions } from './read-batcher.ts';
import { type Session, type SessionOptions, Sessions } from './sessions.ts';
import type { BindableStatement, PreparedPointRead, PreparedRead } from './statement.ts';
import type { Tracing } from './tracing.ts';
import { type Trace, Transaction, type TransactionOptions, type TransactionRoute } from './transaction.ts';
import type { Reader, Tx } from './tx.ts';
import { bind } from './values.ts';
import { WriteBatcher } from './write-batcher.ts';

export interface DatabaseOptions<Options extends TransactionOptions = TransactionOptions>
  extends SessionOptions,
    ReadOptions {
  /**
   * The caller of the current work, such as the call in an `AsyncLocalStorage`; undefined for the process's own work.
   */
  readonly currentCaller?: () => Caller | undefined;
  /** Called at the beginning of each transaction, with its options: what it writes comes first. */
  readonly begin?: (tx: Tx, options: Options) => void;
}

/** The options may be left out if none is required. */
type Given<Options> = object extends Options ? [options?: Options] : [options: Options];

/**
 * A database: prepared reads, which are sent in batches, and transactions whose statements are sent together.
 * `Options` may require more than {@link TransactionOptions}, for `begin`.
 */
export class Database<Options extends TransactionOptions = TransactionOptions> implements Reader {
  readonly #options: DatabaseOptions<Options>;
  readonly #currentCaller: () => Caller | undefined;
  readonly #tracing: Tracing | undefined;
  readonly #sessions: Sessions;
  readonly #reads: ReadBatcher;
  readonly #writes: WriteBatcher;
  #refused = 0;

  constructor(options: DatabaseOptions<Options>) {
    this.#options = options;
    this.#currentCaller = options.currentCaller ?? (() => undefined);
    this.#tracing = options.tracing;
    this.#sessions = new Sessions(options);
    this.#reads = new ReadBatcher(this.#sessions, options);
    this.#writes = new WriteBatcher(this.#sessions, options.tracing);
  }

  /** The use of its sessions, and the failures since the start. */
  get counts() {
    return {
      ...this.#sessions.counts,
      ...this.#writes.counts,
      /** Transactions and batches of reads that wait for a session, and writes that wait for a batch. */
      waiting: this.#waiting,
      /** Reads that wait for a batch. */
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

  /** Rejects with the read's own failure, translated; as `busy` at once if too many reads wait already. */
  rows<Values, Row extends object>(statement: PreparedRead<Values, Row>, values: NoInfer<Values>): Promise<Row[]>;
  rows<Row extends object>(statement: BindableStatement, params: object): Promise<Row[]> {
    const caller = this.#currentCaller();
    const values = bind(statement, params);
    const traced = caller && this.#tracing?.begin(caller, [statement]);
    if (!this.#tracing || !traced) return this.#reads.rows(statement, values, caller);
    return this.#tracing.end(traced, this.#reads.rows(statement, values, traced));
  }

  /** The same for the row of a key. */
  point<Key, Row extends object>(read: PreparedPointRead<Key, Row>, key: NoInfer<Key>): Promise<Row | null>;
  point<Row extends object>(read: BindableStatement, params: object): Promise<Row | null> {
    const caller = this.#currentCaller();
    const key = bind(read, params) as string[];
    const traced = caller && this.#tracing?.begin(caller, [read]);
    if (!this.#tracing || !traced) return this.#reads.point(read, key, caller);
    return this.#tracing.end(traced, this.#reads.point(read, key, traced));
  }

  /**
   * Runs `work` in a transaction and commits, or rolls back if it throws. Failures are not translated, so that the
   * caller can decide which work to repeat. Rejects as `busy` at once if too many wait for a session already, and as
   * `abandoned`, with nothing sent, if its caller has stopped waiting by the time a session is free. Work that reads
   * has its own transaction; work of a client that only writes may share one ({@link WriteBatcher}).
   */
  async transaction<T>(work: (tx: Tx) => Promise<T>, ...[given]: Given<Options>): Promise<T> {
    const options = given ?? ({} as Options);
    const caller = this.#currentCaller();
    if (isForSomebody(caller) && this.#waiting >= this.#sessions.maxWaiting) {
      this.#refused++;
      throw new Rejection('busy');
    }
    const tracing = this.#tracing;
    const traced = caller && tracing?.begin(caller, null);
    if (!tracing || !traced) return this.#transact(work, options, caller);
    return tracing.end(traced, this.#transact(work, options, traced, { tracing, caller: traced }));
  }

  async #transact<T>(
    work: (tx: Tx) => Promise<T>,
    options: Options,
    caller: Caller | undefined,
    trace?: Trace,
  ): Promise<T> {
    const own: { session?: Session } = {};
    const { client, beginBy } = options;
    const route: TransactionRoute = {
      open: async () => {
        own.session = await this.#sessions.open([caller]);
        trace?.tracing.connected(trace.caller);
        return own.session.client;
      },
      write: (queries, bytes) => this.#writes.commit({ queries, bytes, caller, client, beginBy }),
    };
    const tx = new Transaction(route, options, trace);
    try {
      this.#options.begin?.(tx, options);
      const result = await work(tx);
      if (areGone([caller])) throw new Rejection('abandoned');
      await (options.isTrial ? tx.tryCommit() : tx.commit());
      return result;
    } catch (error) {
      const broken = await tx.rollback();
      own.session?.fail(tx.firstFailure, broken);
      throw tx.firstFailure ?? error;
    } finally {
      await own.session?.release();
    }
  }

  /**
   * A lock with this name, on a session outside the pool. Only one of the processes that use the database can hold it.
   */
  lock(name: string): AdvisoryLock {
    return AdvisoryLock.on(this.#options, name);
  }

  /** Ends the sessions, when those that are in use are free. */
  async close(): Promise<void> {
    await this.#sessions.close();
  }
}
