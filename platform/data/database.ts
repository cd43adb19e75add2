import type pg from 'pg';
import { apart, areOver, currentWait, isCaller, type Wait } from '../core/call-scope.ts';
import { Refusal, refuse } from '../core/errors/refusal.ts';
import { beginPart, SpanKind, type Tracer } from '../core/spans.ts';
import type { Logger } from '../observability/log.ts';
import { AdvisoryLock } from './advisory-lock.ts';
import type { Author } from './audit/author.ts';
import { cancelStatement } from './cancel-statement.ts';
import { openPool } from './connections.ts';
import { fly, type Passenger } from './flight.ts';
import { FlightWatch } from './flight-watch.ts';
import { type Constraints, connectionError, endsStatement, translateFailure } from './pg-failure.ts';
import { Ping } from './ping.ts';
import { PointReads } from './point-reads.ts';
import type { PoolCounts } from './pool-counts.ts';
import { ReadFlights } from './read-flights.ts';
import { Shortages } from './shortages.ts';
import type { Reader, Statement, Value } from './statement.ts';
import {
  type Declared,
  keyOf,
  type Prepared,
  type PreparedPointRead,
  requireNoAuthor,
  valuesOf,
} from './statements/prepared.ts';
import { endedBy, noteDeparture, readTraced, type Trace } from './traced-statements.ts';
import { Transaction } from './transaction.ts';
import { typeParsers } from './type-parsers.ts';

export interface DatabaseOptions {
  readonly url: string;
  /** Connections at most; a few per core of the database server serve best. */
  readonly maxConnections: number;
  /** How long one statement may run before the server cancels it, in milliseconds. */
  readonly statementTimeoutMs: number;
  /** Shown in the server's list of sessions. */
  readonly applicationName: string;
  readonly constraints: Constraints;
  readonly log: Logger;
  /** Undefined where nothing is traced. */
  readonly tracer?: Tracer | undefined;
}

/** A service's own database: prepared reads, and transactions whose statements travel together. */
export class Database implements Reader {
  readonly #pool: pg.Pool;
  readonly #reads: ReadFlights;
  readonly #points: PointReads;
  readonly #constraints: Constraints;
  readonly #options: DatabaseOptions;
  readonly #shortages: Shortages;
  #refused = 0;
  readonly #ping = new Ping(this);
  #sessionTimeouts = 0;
  #statementTimeouts = 0;
  #cancels = 0;

  constructor(options: DatabaseOptions) {
    this.#constraints = options.constraints;
    this.#options = options;
    this.#shortages = new Shortages(options.log);
    const config = {
      connectionString: options.url,
      max: options.maxConnections,
      application_name: options.applicationName,
      statement_timeout: options.statementTimeoutMs,
      // Bounds what a frozen server can cost: the connection is destroyed and the caller told to repeat.
      query_timeout: options.statementTimeoutMs + 1_000,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      types: typeParsers,
      options: '-c TimeZone=UTC -c DateStyle=ISO',
    };
    this.#pool = openPool(config as pg.PoolConfig, (error) =>
      // It is no fault of the call that happened to open it.
      apart(() => options.log.warn({ err: error }, 'idle database connection lost')),
    );
    this.#reads = new ReadFlights((passengers) => this.#fly(passengers), options.maxConnections);
    this.#points = new PointReads((read, values, waits) => this.#rows(read, values, waits));
  }

  get counts(): PoolCounts {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return {
      sessions: totalCount,
      idle: idleCount,
      sessionsAtMost: this.#options.maxConnections,
      waiting: waitingCount,
      readsWaiting: this.#reads.waiting,
      pointReadsWaiting: this.#points.waiting,
      refused: this.#refused + this.#reads.refused + this.#points.refused,
      sessionTimeouts: this.#sessionTimeouts,
      statementTimeouts: this.#statementTimeouts,
      cancels: this.#cancels,
      shortages: this.#shortages.counts,
    };
  }

  /** Whether the server's disk was full within the last minute, as far as this process has found. */
  get isDiskFull(): boolean {
    return this.#shortages.isDiskFull;
  }

  rows<Values, Row extends object>(statement: Prepared<Values, Row>, values: NoInfer<Values>): Promise<Row[]>;
  rows<Row extends object>(statement: Declared, given: object): Promise<Row[]> {
    const wait = currentWait();
    requireNoAuthor(statement);
    const values = valuesOf(statement, given);
    const { tracer } = this.#options;
    if (!tracer || !wait?.span) return this.#rows(statement, values, [wait]);
    const trace = { tracer, span: wait.span };
    return readTraced(trace, statement, (span) => this.#rows(statement, values, [{ ...wait, span }]));
  }

  point<Key, Row extends object>(read: PreparedPointRead<Key, Row>, key: NoInfer<Key>): Promise<Row | null>;
  point<Row extends object>(read: Declared, given: object): Promise<Row | null> {
    const wait = currentWait();
    const key = keyOf(read, given);
    const { tracer } = this.#options;
    if (!tracer || !wait?.span) return this.#points.find(read, key, wait);
    const trace = { tracer, span: wait.span };
    return readTraced(trace, read, (span) => this.#points.find(read, key, { ...wait, span }));
  }

  /**
   * Runs `work` in a transaction of its own and commits, or rolls back when it throws. Database errors are thrown untranslated, for
   * the caller to tell what may be repeated. Where too many wait for a session already it is refused at once, and where its caller has stopped
   * waiting when there is one, it does not begin.
   * @param author whose changes of audited tables they are; without one there are none
   */
  async transaction<T>(work: (tx: Transaction) => Promise<T>, author?: Author): Promise<T> {
    const wait = currentWait();
    if (isCaller(wait) && this.#pool.waitingCount >= this.#options.maxConnections * WAITING_PER_CONNECTION) {
      this.#refused++;
      refuse('SERVICE_BUSY');
    }
    const { tracer } = this.#options;
    if (!tracer || !wait?.span) return this.#transact(work, author, wait);
    const span = beginPart(tracer, wait.span, 'transaction', SpanKind.INTERNAL);
    return endedBy(span, this.#transact(work, author, wait, { tracer, span }));
  }

  async #transact<T>(
    work: (tx: Transaction) => Promise<T>,
    author: Author | undefined,
    wait: Wait | undefined,
    trace?: Trace,
  ): Promise<T> {
    const client = await this.#session([wait]);
    trace?.span.addEvent('connected');
    const tx = new Transaction(client, author, trace);
    const watch = new FlightWatch([wait], () => this.#cancel(client));
    let broken: Error | undefined;
    try {
      const result = await work(tx);
      if (watch.isOver) throw new Refusal('DEADLINE_EXCEEDED');
      await tx.commit();
      return result;
    } catch (error) {
      broken = await tx.rollback();
      this.#noteFailure(tx.firstFailure, watch);
      throw tx.firstFailure ?? error;
    } finally {
      client.release((await watch.end()) || broken);
    }
  }

  /** A lock of this name, on a session beside the pool: one process of all that use the database holds it. */
  lock(name: string): AdvisoryLock {
    return AdvisoryLock.on(this.#options, name);
  }

  translate(error: unknown): unknown {
    return translateFailure(error, this.#constraints);
  }

  /** Answers when the server does; throws when it does not within the time, in milliseconds. */
  ping(atMostMs: number): Promise<void> {
    return this.#ping.ask(atMostMs);
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  /** A session of the pool, when one is free. Throws when all who wait for it have stopped waiting by then. */
  async #session(waits: readonly (Wait | undefined)[]): Promise<pg.PoolClient> {
    const client = await this.#connect();
    if (!areOver(waits)) return client;
    client.release();
    throw new Refusal('DEADLINE_EXCEEDED');
  }

  async #fly(passengers: readonly Passenger[]): Promise<void> {
    const waits = passengers.flatMap((passenger) => passenger.waits ?? [undefined]);
    const client = await this.#session(waits);
    const watch = new FlightWatch(waits, () => this.#cancel(client));
    if (this.#options.tracer) noteDeparture(waits, passengers.length);
    let broken: Error | undefined;
    try {
      await fly(client, passengers);
    } catch (error) {
      broken = connectionError(error);
      this.#noteFailure(error, watch);
      throw error;
    } finally {
      client.release((await watch.end()) || broken);
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('timeout exceeded')) this.#sessionTimeouts++;
      this.#shortages.note(error);
      throw error;
    }
  }

  #noteFailure(error: unknown, { isCancelled }: FlightWatch): void {
    if (!isCancelled && endsStatement(error)) this.#statementTimeouts++;
    apart(() => this.#shortages.note(error));
  }

  async #rows<Row extends object>(
    statement: Statement,
    values: readonly Value[],
    waits: readonly (Wait | undefined)[],
  ): Promise<Row[]> {
    try {
      return await this.#reads.rows<Row>(statement, values, waits);
    } catch (error) {
      throw translateFailure(error, this.#constraints);
    }
  }

  #cancel(client: pg.PoolClient): Promise<void> {
    this.#cancels++;
    return cancelStatement(client, this.#options);
  }
}

/** So many transactions may wait for each connection: what comes beyond would wait for seconds. */
const WAITING_PER_CONNECTION = 32;
