import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { areGone, type Caller, StatementWatch } from './caller.ts';
import { cancelStatement } from './cancel-statement.ts';
import { openPool } from './connections.ts';
import { endsStatement, isSilence, Rejection } from './failure.ts';
import type { Log } from './log.ts';
import { type SettingsOptions, settingsOf } from './session-settings.ts';
import { Shortages } from './shortages.ts';
import { typeParsers } from './values.ts';

export interface SessionOptions extends SettingsOptions {
  readonly url: string;
  /** The maximum of connections; a few per core of the database server are best. */
  readonly maxConnections: number;
  /** Shown in the server's list of sessions. */
  readonly applicationName: string;
  readonly log: Log;
}

/** The sessions of a database: a pool, its usage counts and its failures. */
export class Sessions {
  readonly #pool: pg.Pool;
  readonly #options: SessionOptions;
  readonly #shortages: Shortages;
  /** Runs work outside the context of the current call, which only happens to cause it, such as log lines. */
  readonly #outsideCalls = AsyncLocalStorage.snapshot();
  /**
   * How often the server has stopped responding. Sessions that were open then lead to that server, which may be gone or
   * have become a standby.
   */
  #silences = 0;
  /** The value of {@link #silences} when a session was opened. */
  readonly #silencesBefore = new WeakMap<pg.PoolClient, number>();
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
      // Limits the damage of a frozen server: the connection is destroyed, and the caller gets an error that it may
      // retry.
      query_timeout: options.statementTimeoutMs + 1_000,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 60_000,
      types: typeParsers,
      ...settingsOf(options),
    };
    this.#pool = openPool(config as pg.PoolConfig, (error) =>
      this.#outsideCalls(() => options.log.warn({ err: error }, 'idle database connection lost')),
    );
    this.#pool.on('connect', (client) => this.#silencesBefore.set(client, this.#silences));
  }

  get counts() {
    return {
      sessions: this.#pool.totalCount,
      idle: this.#pool.idleCount,
      maxSessions: this.#options.maxConnections,
      /** Timeouts while waiting for a session. */
      sessionTimeouts: this.#sessionTimeouts,
      statementTimeouts: this.#statementTimeouts,
      /** Requests to cancel a statement that no caller waited for any more. */
      cancels: this.#cancels,
      shortages: this.#shortages.counts,
    };
  }

  /** The number of requests that wait for a session. */
  get waiting(): number {
    return this.#pool.waitingCount;
  }

  /** The maximum of requests that may wait for a session: more of them would wait for seconds. */
  get maxWaiting(): number {
    return this.#options.maxConnections * WAITING_PER_CONNECTION;
  }

  get isDiskFull(): boolean {
    return this.#shortages.isDiskFull;
  }

  /**
   * Waits for a free session of the pool, for the work of these callers. When all of them have stopped waiting, the
   * statements on it are cancelled. Rejects as `abandoned` if they have stopped waiting before a session is free.
   */
  async open(callers: readonly (Caller | undefined)[]): Promise<Session> {
    const client = await this.#connect();
    if (!areGone(callers)) {
      const noteFailure = (error: unknown, isCancelled: boolean) => this.#noteFailure(client, error, isCancelled);
      return new Session(client, new StatementWatch(callers, () => this.#cancel(client)), noteFailure);
    }
    client.release();
    throw new Rejection('abandoned');
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      for (;;) {
        const client = await this.#pool.connect();
        if (this.#silencesBefore.get(client) === this.#silences) return client;
        client.release(true);
      }
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('timeout exceeded')) this.#sessionTimeouts++;
      this.#shortages.note(error);
      throw error;
    }
  }

  #noteFailure(client: pg.PoolClient, error: unknown, isCancelled: boolean): void {
    if (!isCancelled && endsStatement(error)) this.#statementTimeouts++;
    if (isSilence(error)) {
      this.#silences++;
      // A commit that waits for a standby would wait forever, and so would its connection on the server.
      if (!isCancelled) this.#outsideCalls(() => void this.#cancel(client));
    }
    this.#outsideCalls(() => this.#shortages.note(error));
  }

  #cancel(client: pg.PoolClient): Promise<void> {
    this.#cancels++;
    return cancelStatement(client, this.#options.log);
  }
}

/** A session that is reserved for some work until it is released. */
export class Session {
  readonly client: pg.PoolClient;
  readonly #watch: StatementWatch;
  readonly #noteFailure: (error: unknown, isCancelled: boolean) => void;
  #broken: Error | undefined;

  constructor(
    client: pg.PoolClient,
    watch: StatementWatch,
    noteFailure: (error: unknown, isCancelled: boolean) => void,
  ) {
    this.client = client;
    this.#watch = watch;
    this.#noteFailure = noteFailure;
  }

  /** @param broken the error that makes the connection unusable */
  fail(error: unknown, broken: Error | undefined): void {
    this.#broken = broken;
    this.#noteFailure(error, this.#watch.isCancelled);
  }

  async release(): Promise<void> {
    this.client.release((await this.#watch.end()) || this.#broken);
  }
}

/** The maximum of waiting requests per connection. */
const WAITING_PER_CONNECTION = 32;
