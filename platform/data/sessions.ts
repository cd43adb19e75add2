import type pg from 'pg';
import { apart, areOver, type CallOptions, FOR_EVER, isOver } from '../core/call-scope.ts';
import { timerMs } from '../core/clock.ts';
import { Refusal } from '../core/errors/refusal.ts';
import type { Logger } from '../observability/log.ts';
import { typeParsers } from './batch.ts';
import { cancelStatement } from './cancel-statement.ts';
import { openPool } from './connections.ts';
import { endsStatement, isSilence } from './pg-failure.ts';
import type { PoolCounts, WriteCounts } from './pool-counts.ts';
import { settingsOf } from './session-settings.ts';
import { Shortages } from './shortages.ts';

export interface SessionOptions {
  readonly url: string;
  /** The same database past a connection pooler, for what needs a session of its own; undefined where `url` goes past it already. */
  readonly directUrl?: string | undefined;
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
  /** How often sessions have fallen silent. Those that were open then lead to the same server, which may be gone, or another's standby by now. */
  #silences = 0;
  /** How often they had when a session was opened. */
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
      // Bounds what a frozen server can cost: the connection is destroyed and the caller told to repeat.
      query_timeout: options.statementTimeoutMs + 1_000,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 60_000,
      types: typeParsers,
      ...settingsOf(options),
    };
    this.#pool = openPool(config as pg.PoolConfig, (error) =>
      // It is no fault of the call that happened to open it.
      apart(() => options.log.warn({ err: error }, 'idle database connection lost')),
    );
    this.#pool.on('connect', (client) => this.#silencesBefore.set(client, this.#silences));
  }

  get counts(): Omit<PoolCounts, 'readsWaiting' | 'refused' | keyof WriteCounts> {
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

  /** What waits for a session. */
  get waiting(): number {
    return this.#pool.waitingCount;
  }

  /** So much may wait for a session: what comes beyond would wait for seconds. */
  get waitingAtMost(): number {
    return this.#options.maxConnections * WAITING_PER_CONNECTION;
  }

  get isDiskFull(): boolean {
    return this.#shortages.isDiskFull;
  }

  /**
   * A session of the pool, when one is free, for the work of these callers. What still runs on it when none of them waits any more is cancelled.
   * Throws when that is so already before it was free.
   */
  async open(callers: readonly (CallOptions | undefined)[]): Promise<Session> {
    const client = await this.#connect();
    if (!areOver(callers)) {
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
      // A commit that waits for a standby lasts as long as the server does, and so does its connection there.
      if (!isCancelled) apart(() => void this.#cancel(client));
    }
    apart(() => this.#shortages.note(error));
  }

  #cancel(client: pg.PoolClient): Promise<void> {
    this.#cancels++;
    return cancelStatement(client, this.#options.log);
  }
}

/** A session that some work has for itself, until it releases it. */
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

/**
 * Watches over statements on their way: when nobody waits for them any more they are cancelled, again until they have ended, because a request to cancel
 * may fail, or reach the server between two of them. Quick ones, which nearly all are, cost a timer that never fires.
 */
export class StatementWatch {
  readonly #callers: readonly CallOptions[];
  readonly #cancel: () => Promise<void>;
  readonly #look = () => this.#lookAgain();
  #timer: NodeJS.Timeout | undefined;
  #cancelled: Promise<void> | undefined;
  #hasEnded = false;

  /**
   * @param waits of all callers; undefined among them, or one for ever, is work of the service's own, which nobody's patience ends
   * @param cancel asks the server to cancel what it does; never rejects
   */
  constructor(callers: readonly (CallOptions | undefined)[], cancel: () => Promise<void>) {
    this.#cancel = cancel;
    this.#callers = callers.some((callOptions) => !callOptions || callOptions.deadline === FOR_EVER)
      ? []
      : (callers as readonly CallOptions[]);
    if (this.#callers.length > 0) this.#timer = setTimeout(() => this.#begin(), Math.min(QUICK_MS, this.#timerMs()));
  }

  /** Whether nobody waits any more. */
  get isOver(): boolean {
    return this.#callers.length > 0 && this.#callers.every(isOver);
  }

  /** Whether the server was asked to cancel. */
  get isCancelled(): boolean {
    return this.#cancelled !== undefined;
  }

  /** Ends the watch; returns whether the server was asked to cancel, and may still come to it: then the connection must not be used again. */
  async end(): Promise<boolean> {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    for (const { signal } of this.#callers) signal?.removeEventListener('abort', this.#look);
    await this.#cancelled;
    return this.#cancelled !== undefined;
  }

  #begin(): void {
    for (const { signal } of this.#callers) signal?.addEventListener('abort', this.#look, { once: true });
    this.#lookAgain();
  }

  #lookAgain(): void {
    clearTimeout(this.#timer);
    if (this.#cancelled) return;
    if (this.isOver) this.#cancelAll();
    else this.#timer = setTimeout(this.#look, this.#timerMs());
  }

  #cancelAll(): void {
    this.#cancelled = this.#cancel().then(() => {
      if (!this.#hasEnded) this.#timer = setTimeout(() => this.#cancelAll(), AGAIN_MS);
    });
  }

  /** Until the last of those who have not gone waits no more; all may have gone, while the statements waited for a connection. */
  #timerMs(): number {
    return timerMs(
      Math.max(...this.#callers.filter((callOptions) => !callOptions.signal?.aborted).map(({ deadline }) => deadline)),
    );
  }
}

/** Statements that end sooner are not worth listening for callers who go. */
const QUICK_MS = 20;
/** How long after a request to cancel the next one is made. */
const AGAIN_MS = 500;
