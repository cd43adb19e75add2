import type pg from 'pg';
import { apart, areOver, type Wait } from '../core/call-scope.ts';
import { Refusal } from '../core/errors/refusal.ts';
import type { Logger } from '../observability/log.ts';
import { cancelStatement } from './cancel-statement.ts';
import { openPool } from './connections.ts';
import { FlightWatch } from './flight-watch.ts';
import { endsStatement } from './pg-failure.ts';
import type { PoolCounts } from './pool-counts.ts';
import { Shortages } from './shortages.ts';
import { typeParsers } from './type-parsers.ts';

export interface SessionOptions {
  readonly url: string;
  /** Connections at most; a few per core of the database server serve best. */
  readonly maxConnections: number;
  /** How long one statement may run before the server cancels it, in milliseconds. */
  readonly statementTimeoutMs: number;
  /** Shown in the server's list of sessions. */
  readonly applicationName: string;
  readonly log: Logger;
}

/** The sessions of a database: a pool, what is known of how it is used, and what ended badly. */
export class Sessions {
  readonly #pool: pg.Pool;
  readonly #options: SessionOptions;
  readonly #shortages: Shortages;
  #sessionTimeouts = 0;
  #statementTimeouts = 0;
  #cancels = 0;

  constructor(options: SessionOptions) {
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
  }

  get counts(): Omit<PoolCounts, 'readsWaiting' | 'refused'> {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return {
      sessions: totalCount,
      idle: idleCount,
      sessionsAtMost: this.#options.maxConnections,
      waiting: waitingCount,
      sessionTimeouts: this.#sessionTimeouts,
      statementTimeouts: this.#statementTimeouts,
      cancels: this.#cancels,
      shortages: this.#shortages.counts,
    };
  }

  /** Whether so much waits for a session that what comes now would wait for seconds. */
  get areFull(): boolean {
    return this.#pool.waitingCount >= this.#options.maxConnections * WAITING_PER_CONNECTION;
  }

  get isDiskFull(): boolean {
    return this.#shortages.isDiskFull;
  }

  /**
   * A session of the pool, when one is free, for the work of these callers. What still runs on it when none of them waits any more is cancelled.
   * Throws when that is so already before it was free.
   */
  async open(waits: readonly (Wait | undefined)[]): Promise<Session> {
    const client = await this.#connect();
    if (!areOver(waits))
      return new Session(client, new FlightWatch(waits, () => this.#cancel(client)), this.#noteFailure);
    client.release();
    throw new Refusal('DEADLINE_EXCEEDED');
  }

  async close(): Promise<void> {
    await this.#pool.end();
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

  readonly #noteFailure = (error: unknown, isCancelled: boolean): void => {
    if (!isCancelled && endsStatement(error)) this.#statementTimeouts++;
    apart(() => this.#shortages.note(error));
  };

  #cancel(client: pg.PoolClient): Promise<void> {
    this.#cancels++;
    return cancelStatement(client, this.#options);
  }
}

/** A session that some work has for itself, until it releases it. */
export class Session {
  readonly client: pg.PoolClient;
  readonly #watch: FlightWatch;
  readonly #noteFailure: (error: unknown, isCancelled: boolean) => void;
  #broken: Error | undefined;

  constructor(client: pg.PoolClient, watch: FlightWatch, noteFailure: (error: unknown, isCancelled: boolean) => void) {
    this.client = client;
    this.#watch = watch;
    this.#noteFailure = noteFailure;
  }

  /** Whether nobody waits for its work any more. */
  get isAbandoned(): boolean {
    return this.#watch.isOver;
  }

  /** @param broken the error after which the connection cannot be used any more */
  fail(error: unknown, broken: Error | undefined): void {
    this.#broken = broken;
    this.#noteFailure(error, this.#watch.isCancelled);
  }

  async release(): Promise<void> {
    this.client.release((await this.#watch.end()) || this.#broken);
  }
}

/** So many may wait for each connection. */
const WAITING_PER_CONNECTION = 32;
