import pg from 'pg';
import { apart, currentWait, type Wait } from '../call-scope.ts';
import { Refusal } from '../errors/refusal.ts';
import type { Logger } from '../log.ts';
import type { Span } from '../tracing/span.ts';
import { AdvisoryLock, LOCK_SILENCE_MS } from './advisory-lock.ts';
import { fly, type Passenger } from './flight.ts';
import { FlightWatch } from './flight-watch.ts';
import { type Constraints, connectionError, translateFailure } from './pg-failure.ts';
import { PointReads } from './point-reads.ts';
import { ReadFlights } from './read-flights.ts';
import type { PointRead, Reader, Statement, Value } from './statement.ts';
import { endedBy, isSeen, noteDeparture, readTraced } from './traced-statements.ts';
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
}

/** A service's own database: prepared reads, and transactions whose statements travel together. */
export class Database implements Reader {
  readonly #pool: pg.Pool;
  readonly #reads: ReadFlights;
  readonly #points: PointReads;
  readonly #constraints: Constraints;
  readonly #options: DatabaseOptions;
  #ping: Promise<unknown> | undefined;

  constructor(options: DatabaseOptions) {
    this.#constraints = options.constraints;
    this.#options = options;
    this.#pool = new pg.Pool({
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
    } as pg.PoolConfig);
    // An idle connection that breaks is replaced at the next use; unheard, the event would end the process.
    // It is no fault of the call that happened to open it.
    this.#pool.on('error', (error) => apart(() => options.log.warn({ err: error }, 'idle database connection lost')));
    // A connection that breaks while a transaction holds it fails the statements of that; the pool does not listen for it meanwhile.
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
    this.#reads = new ReadFlights((passengers) => this.#fly(passengers), options.maxConnections);
    this.#points = new PointReads((read, values, waits) => this.#rows(read, values, waits));
  }

  rows<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    const wait = currentWait();
    if (isSeen(wait)) return readTraced(wait, statement, (own) => this.#rows(statement, values, [own]));
    return this.#rows(statement, values, [wait]);
  }

  point<Row extends object>(read: PointRead<Row>, key: readonly string[]): Promise<Row | null> {
    const wait = currentWait();
    if (isSeen(wait)) return readTraced(wait, read, (own) => this.#points.find(read, key, own));
    return this.#points.find(read, key, wait);
  }

  /**
   * Runs `work` in a transaction of its own and commits, or rolls back when it throws. Database errors are thrown untranslated, for
   * the caller to tell what may be repeated.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const wait = currentWait();
    const span = wait?.span?.begin('internal', 'transaction');
    return span ? endedBy(span, this.#transact(work, wait, span)) : this.#transact(work, wait, undefined);
  }

  async #transact<T>(
    work: (tx: Transaction) => Promise<T>,
    wait: Wait | undefined,
    span: Span | undefined,
  ): Promise<T> {
    const client = await this.#pool.connect();
    span?.note('connected');
    const tx = new Transaction(client, span);
    const watch = new FlightWatch([wait], () => this.#cancel(client));
    let broken: Error | undefined;
    try {
      const result = await work(tx);
      if (watch.isOver) throw new Refusal('DEADLINE_EXCEEDED');
      await tx.commit();
      return result;
    } catch (error) {
      broken = await tx.rollback();
      throw tx.firstFailure ?? error;
    } finally {
      client.release((await watch.end()) || broken);
    }
  }

  /** A lock of this name, on a session beside the pool: one process of all that use the database holds it. */
  lock(name: string): AdvisoryLock {
    const { url, applicationName } = this.#options;
    return new AdvisoryLock(name, async () => {
      const client = new pg.Client({
        connectionString: url,
        application_name: `${applicationName} ${name}`,
        connectionTimeoutMillis: 5_000,
        query_timeout: 3_000,
        keepAlive: true,
        // A process that is stopped, and a machine that is gone without a word, lose their session.
        options: `-c idle_session_timeout=${LOCK_SILENCE_MS} -c tcp_keepalives_idle=3 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3`,
      });
      client.on('error', () => undefined);
      await client.connect();
      return client;
    });
  }

  translate(error: unknown): unknown {
    return translateFailure(error, this.#constraints);
  }

  /** Answers when the server does; throws when it does not within the time, in milliseconds. One question at a time goes to the server. */
  async ping(atMostMs: number): Promise<void> {
    this.#ping ??= this.rows(PING, []).finally(() => {
      this.#ping = undefined;
    });
    const tooLate = Promise.withResolvers<never>();
    const timer = setTimeout(() => tooLate.reject(new Refusal('DEADLINE_EXCEEDED')), atMostMs);
    await Promise.race([this.#ping, tooLate.promise]).finally(() => clearTimeout(timer));
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #fly(passengers: readonly Passenger[]): Promise<void> {
    const client = await this.#pool.connect();
    const waits = passengers.flatMap((passenger) => passenger.waits ?? [undefined]);
    const watch = new FlightWatch(waits, () => this.#cancel(client));
    if (watch.isOver) {
      client.release(await watch.end());
      throw new Refusal('DEADLINE_EXCEEDED');
    }
    noteDeparture(waits, passengers.length);
    let broken: Error | undefined;
    try {
      await fly(client, passengers);
    } catch (error) {
      broken = connectionError(error);
      throw error;
    } finally {
      client.release((await watch.end()) || broken);
    }
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

  /** Asks the server, over a session of its own, to cancel what it does for a client. Where that fails, statement_timeout ends it. */
  async #cancel(client: pg.PoolClient): Promise<void> {
    const { url, applicationName } = this.#options;
    const beside = new pg.Client({
      connectionString: url,
      application_name: `${applicationName} cancel`,
      connectionTimeoutMillis: 3_000,
      query_timeout: 3_000,
    });
    beside.on('error', () => undefined);
    try {
      await beside.connect();
      await beside.query('SELECT pg_cancel_backend($1)', [(client as unknown as { processID: number }).processID]);
    } catch (error) {
      this.#options.log.debug({ err: error }, 'a statement could not be cancelled');
    } finally {
      await beside.end().catch(() => undefined);
    }
  }
}

const PING: Statement = { name: 'ping', text: 'SELECT 1 AS ok' };
