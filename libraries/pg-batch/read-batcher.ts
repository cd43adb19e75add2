import type { QueryResult } from 'pg';
import { sendBatch } from './batch.ts';
import { type Caller, isForSomebody } from './caller.ts';
import { connectionError, Rejection } from './failure.ts';
import { type ReadQuery, ReadQueue } from './read-queue.ts';
import type { Sessions } from './sessions.ts';
import type { Statement, Value } from './statement.ts';
import type { Tracing } from './tracing.ts';

export interface ReadOptions {
  /** Translates the failure of a read for its caller. */
  readonly translate?: (error: unknown) => unknown;
  readonly tracing?: Tracing | undefined;
  /**
   * The group that the current work is for, such as a tenant: groups take turns ({@link ReadQueue}). Undefined for
   * none.
   */
  readonly currentGroup?: () => string | undefined;
  /** Waits for a turn of the event loop in which a reader may compute with many rows; at once by default. */
  readonly ownTurn?: () => Promise<void>;
}

/**
 * Sends concurrent reads in one batch, and merges point reads of the same kind into one statement: a data loader. The
 * load decides the size of a batch: reads collect while others are in flight. Nothing is cached beyond a batch: a
 * client reads its own writes, because a read only joins a batch that is sent later. Only reads come here
 * (`PreparedRead`), so a batch may be sent again without the one that failed.
 *
 * It is always in one of five modes. {@link ReadBatcher.#setMode} alone changes it, and sets the one timer that the
 * mode needs.
 *
 * - EMPTY: no read is queued. The first one that comes leads to DUE if it may be sent at once, so that a single client
 *   never waits: if fewer than {@link BUSY} batches are in flight, and none of them has point reads, which further keys
 *   should join; else to COLLECTING.
 * - DUE: a batch is sent at the end of this iteration of the event loop, with all that come until then. Afterwards
 *   COLLECTING if it did not hold all that were queued, else EMPTY.
 * - COLLECTING: reads wait for batches in flight. To DUE as soon as they are worth a batch of their own and fewer than
 *   BUSY are in flight, and when a batch returns; to PAUSING if only point reads are queued and it was the last batch
 *   with any. A batch that does not return, as on a session that hangs, does not hold up others: after
 *   {@link MAX_WAIT_MS} the next one is sent beside it.
 * - PAUSING: the last point reads have returned, so their clients will ask for more: for {@link PAUSE_MS}, the queued
 *   ones wait for these. Then sent as in DUE.
 * - FULL: a batch was due, but all sessions are in flight, or as many as the groups with queued reads may have. The
 *   first batch that returns leads to DUE; in the second case, so does another read.
 */
export class ReadBatcher {
  readonly #sessions: Sessions;
  readonly #translate: (error: unknown) => unknown;
  readonly #tracing: Tracing | undefined;
  readonly #currentGroup: () => string | undefined;
  readonly #ownTurn: () => Promise<void>;
  readonly #maxSessions: number;
  readonly #queue: ReadQueue;
  #mode: Mode = 'EMPTY';
  #timer: NodeJS.Timeout | undefined;
  #inFlight = 0;
  /** The batches in flight that have point reads. */
  #pointsInFlight = 0;
  #refused = 0;

  constructor(sessions: Sessions, options: ReadOptions) {
    const { translate = unchanged, tracing, currentGroup = nobody, ownTurn = atOnce } = options;
    this.#sessions = sessions;
    this.#translate = translate;
    this.#tracing = tracing;
    this.#currentGroup = currentGroup;
    this.#ownTurn = ownTurn;
    this.#maxSessions = sessions.counts.maxSessions;
    this.#queue = new ReadQueue(this.#maxSessions);
  }

  /** The number of reads that wait for a batch to be sent. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** The number of reads that were rejected because too many waited. */
  get refused(): number {
    return this.#refused;
  }

  /** The rows of a statement. It does not fail because of another statement of its batch. */
  rows<Row extends object>(statement: Statement, values: readonly Value[], caller: Caller | undefined): Promise<Row[]> {
    return this.#enqueue(statement, values, { caller, key: [] });
  }

  /** The one row of a key, or null. */
  point<Row extends object>(read: Statement, key: readonly string[], caller: Caller | undefined): Promise<Row | null> {
    return this.#enqueue(read, null, { caller, key });
  }

  #enqueue<T>(
    statement: Statement,
    values: readonly Value[] | null,
    { caller, key }: { readonly caller: Caller | undefined; readonly key: readonly string[] },
  ): Promise<T> {
    const group = this.#currentGroup();
    if (isForSomebody(caller) && !this.#queue.hasRoomFor(group)) {
      this.#refused++;
      return Promise.reject(this.#translate(new Rejection('busy')));
    }
    return new Promise((resolve, reject) => {
      this.#queue.add(statement, values, { caller, key, resolve: resolve as (found: unknown) => void, reject }, group);
      this.#noteQueued();
    });
  }

  #setMode(mode: Mode): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#mode = mode;
    if (mode === 'DUE') setImmediate(() => this.#send());
    else if (mode === 'COLLECTING') this.#timer = setTimeout(() => this.#send(), MAX_WAIT_MS);
    else if (mode === 'PAUSING') this.#timer = setTimeout(() => this.#send(), PAUSE_MS);
  }

  #noteQueued(): void {
    if (this.#mode === 'FULL' && this.#inFlight < this.#maxSessions) this.#setMode('DUE');
    if (this.#mode === 'DUE' || this.#mode === 'FULL') return;
    const isFirst = this.#mode === 'EMPTY';
    const isWorthIt = this.#queue.isEnough || (isFirst && this.#pointsInFlight === 0);
    if (isWorthIt && this.#inFlight < BUSY) this.#setMode('DUE');
    else if (isFirst) this.#setMode('COLLECTING');
  }

  #noteReturned({ hadPoints }: { readonly hadPoints: boolean }): void {
    if (this.#mode === 'EMPTY' || this.#mode === 'DUE') return;
    if (this.#mode === 'FULL' || this.#queue.isEnough) this.#setMode('DUE');
    else if (this.#pointsInFlight === 0) this.#setMode(hadPoints ? 'PAUSING' : 'DUE');
  }

  /** Sends the next batch. */
  #send(): void {
    if (this.#inFlight >= this.#maxSessions) {
      this.#setMode('FULL');
      return;
    }
    const batch = this.#queue.next(this.#translate);
    if (batch.length > 0) void this.#run(batch);
    if (this.waiting === 0) this.#setMode('EMPTY');
    else this.#setMode(batch.length > 0 ? 'COLLECTING' : 'FULL');
  }

  /**
   * Never rejects: it settles the reads, after the session was released, so that their callers' next statements need
   * not wait for it.
   */
  async #run(queries: readonly ReadQuery[]): Promise<void> {
    const results = new Map<ReadQuery, QueryResult>();
    const failures = new Map<ReadQuery, unknown>();
    const hadPoints = queries.some(({ isPoint }) => isPoint);
    this.#inFlight++;
    this.#queue.noteInFlight(queries, 1);
    if (hadPoints) this.#pointsInFlight++;
    const failure = await this.#exchange(queries, results, failures).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    this.#inFlight--;
    this.#queue.noteInFlight(queries, -1);
    if (hadPoints) this.#pointsInFlight--;
    this.#noteReturned({ hadPoints });
    for (const [query, result] of results) {
      if (query.isPoint || result.rows.length <= MANY_ROWS) query.answer(result);
      // The reader computes with all rows at once.
      else void this.#ownTurn().then(() => query.answer(result));
    }
    const unanswered = queries.filter((query) => !results.has(query));
    if (failure) await this.#repeat(unanswered, failures, failure.error);
  }

  /** Reads have no side effects, so they are retried without the one that failed. */
  async #repeat(queries: readonly ReadQuery[], failures: Map<ReadQuery, unknown>, error: unknown): Promise<void> {
    const isRepeatable = failures.size > 0 && connectionError(error) === undefined;
    const again = queries.flatMap((query) => {
      const others = failures.has(query) ? query.retriesAfter(failures.get(query)) : isRepeatable ? [query] : [];
      if (others.length === 0) query.fail(this.#translate(failures.get(query) ?? error));
      return others;
    });
    await Promise.all(again.map((query) => this.#run([query])));
  }

  /** Collects the results, and the failures of statements that failed themselves. */
  async #exchange(
    queries: readonly ReadQuery[],
    results: Map<ReadQuery, QueryResult>,
    failures: Map<ReadQuery, unknown>,
  ): Promise<void> {
    const callers = queries.flatMap((query) => query.callers);
    const session = await this.#sessions.open(callers);
    this.#tracing?.sent(callers, queries.length);
    try {
      await sendBatch(
        session.client,
        queries.map((query) => ({
          ...query.sent,
          resolve: (result) => results.set(query, result),
          reject: (error, isOwn) => isOwn && failures.set(query, error),
        })),
      );
    } catch (error) {
      session.fail(error, connectionError(error));
      throw error;
    } finally {
      await session.release();
    }
  }
}

function nobody(): undefined {
  return undefined;
}

async function atOnce(): Promise<void> {}

function unchanged(error: unknown): unknown {
  return error;
}

type Mode = 'EMPTY' | 'DUE' | 'COLLECTING' | 'PAUSING' | 'FULL';

/** With this many batches in flight, all further reads are queued. */
const BUSY = 2;
/** Clients that read by id return in waves, which the pause merges. */
const PAUSE_MS = 1;
const MAX_WAIT_MS = 4;
/** More than a page of the usual size has. */
const MANY_ROWS = 60;
