import type pg from 'pg';
import { typeParsers } from '../../libraries/pg-batch/index.ts';
import { areCallersGone, type CallOptions, detached, isCallerGone, NO_DEADLINE } from '../core/call-scope.ts';
import { timerMs } from '../core/clock.ts';
import { Refusal } from '../core/errors/refusal.ts';
import type { Logger } from '../observability/log.ts';
import { cancelStatement } from './cancel-statement.ts';
import { openPool } from './connections.ts';
import { endsStatement, isSilence } from './pg-failure.ts';
import { settingsOf } from './session-settings.ts';
import { Shortages } from './shortages.ts';

export interface SessionOptions {
  readonly url: string;
  /** The same database without the connection pooler, for work that needs a session of its own; undefined if `url` does not go through one. */
  readonly directUrl?: string | undefined;
  /** The maximum of connections; a few per core of the database server are best. */
  readonly maxConnections: number;
  /** How long one statement may run before the server cancels it, in milliseconds. */
  readonly statementTimeoutMs: number;
  /** Shown in the server's list of sessions. */
  readonly applicationName: string;
  readonly log: Logger;
}

/** The sessions of a database: a pool, its usage counts and its failures. */
export class Sessions {
  readonly #pool: pg.Pool;
  readonly #options: SessionOptions;
  readonly #shortages: Shortages;
  /** How often the server has stopped responding. Sessions that were open then lead to that server, which may be gone or have become a standby. */
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
      // Limits the damage of a frozen server: the connection is destroyed, and the caller gets an error that it may retry.
      query_timeout: options.statementTimeoutMs + 1_000,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 60_000,
      types: typeParsers,
      ...settingsOf(options),
    };
    this.#pool = openPool(config as pg.PoolConfig, (error) =>
      // Log outside the call that happened to open it: it is not that call's fault.
      detached(() => options.log.warn({ err: error }, 'idle database connection lost')),
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
   * Waits for a free session of the pool, for the work of these callers. When all of them have stopped waiting, the statements on it are cancelled.
   * Throws DEADLINE_EXCEEDED if they have stopped waiting before a session is free.
   */
  async open(callers: readonly (CallOptions | undefined)[]): Promise<Session> {
    const client = await this.#connect();
    if (!areCallersGone(callers)) {
      const noteFailure = (error: unknown, isCancelled: boolean) => this.#noteFailure(client, error, isCancelled);
      return new Session(client, new StatementWatch(callers, () => this.#cancel(client)), noteFailure);
    }
    client.release();
    throw new Refusal('DEADLINE_EXCEEDED');
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
      if (!isCancelled) detached(() => void this.#cancel(client));
    }
    detached(() => this.#shortages.note(error));
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

/**
 * Cancels statements in flight when all their callers have stopped waiting. It repeats the request until they have ended, because a cancel request
 * may fail or reach the server between two statements. Quick statements, which are nearly all, only cost a timer that never fires.
 */
export class StatementWatch {
  readonly #callers: readonly CallOptions[];
  readonly #cancel: () => Promise<void>;
  readonly #recheck = () => this.#check();
  #timer: NodeJS.Timeout | undefined;
  #cancelled: Promise<void> | undefined;
  #hasEnded = false;

  /**
   * @param callers an undefined one, or one without a deadline, is the service's own work, which is never cancelled
   * @param cancel sends the server a cancel request; never rejects
   */
  constructor(callers: readonly (CallOptions | undefined)[], cancel: () => Promise<void>) {
    this.#cancel = cancel;
    this.#callers = callers.some((callOptions) => !callOptions || callOptions.deadline === NO_DEADLINE)
      ? []
      : (callers as readonly CallOptions[]);
    if (this.#callers.length > 0) this.#timer = setTimeout(() => this.#begin(), Math.min(QUICK_MS, this.#timerMs()));
  }

  /** Whether all callers have stopped waiting. */
  get areCallersGone(): boolean {
    return this.#callers.length > 0 && this.#callers.every(isCallerGone);
  }

  /** Whether a cancel request was sent. */
  get isCancelled(): boolean {
    return this.#cancelled !== undefined;
  }

  /** Ends the watch. Returns whether a cancel request was sent: the server may still act on it, so the connection must not be used again. */
  async end(): Promise<boolean> {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    for (const { signal } of this.#callers) signal?.removeEventListener('abort', this.#recheck);
    await this.#cancelled;
    return this.#cancelled !== undefined;
  }

  #begin(): void {
    for (const { signal } of this.#callers) signal?.addEventListener('abort', this.#recheck, { once: true });
    this.#check();
  }

  #check(): void {
    clearTimeout(this.#timer);
    if (this.#cancelled) return;
    if (this.areCallersGone) this.#cancelAll();
    else this.#timer = setTimeout(this.#recheck, this.#timerMs());
  }

  #cancelAll(): void {
    this.#cancelled = this.#cancel().then(() => {
      if (!this.#hasEnded) this.#timer = setTimeout(() => this.#cancelAll(), AGAIN_MS);
    });
  }

  /** The time until the last deadline of the callers that are not gone. All may be gone already, while the statements waited for a connection. */
  #timerMs(): number {
    return timerMs(
      Math.max(...this.#callers.filter((callOptions) => !callOptions.signal?.aborted).map(({ deadline }) => deadline)),
    );
  }
}

/** Only statements that last longer are worth listening for callers that disconnect. */
const QUICK_MS = 20;
/** The interval between cancel requests. */
const AGAIN_MS = 500;
