import type { QueryResult } from 'pg';
import { type CallOptions, hasCaller } from '../core/call-scope.ts';
import { Refusal } from '../core/errors/refusal.ts';
import type { Tracer } from '../core/spans.ts';
import { sendBatch } from './batch.ts';
import { type Constraints, connectionError, translateFailure } from './pg-failure.ts';
import { type ReadQuery, ReadQueue } from './read-queue.ts';
import type { Sessions } from './sessions.ts';
import type { Statement, Value } from './statements/statement.ts';
import { noteBatchSent } from './traced-statements.ts';

interface ReadBatcherOptions {
  /** Translates failures for the callers. */
  readonly constraints: Constraints;
  /** Undefined without tracing. */
  readonly tracer?: Tracer | undefined;
}

/**
 * Sends concurrent reads in one batch, and merges point reads of the same kind into one statement: a data loader. While no batch is in flight,
 * reads are sent at the end of the current iteration of the event loop, so a single client never waits. While point reads are in flight, further keys
 * are collected; while two batches are in flight, all reads are. So the load decides the size of the batch. Nothing is cached beyond a batch: a
 * client reads its own writes, because a read only joins a batch that is sent later.
 *
 * The package `dataloader` merges keys of one kind. It does not put several kinds into a batch, limit the queue, drop callers whose
 * deadlines have passed, or retry without the key that failed: all but a few lines of this file would remain.
 */
export class ReadBatcher {
  readonly #sessions: Sessions;
  readonly #constraints: Constraints;
  readonly #isTraced: boolean;
  readonly #sessionsAtMost: number;
  readonly #queue = new ReadQueue();
  #inFlight = 0;
  /** Those of them with point reads. */
  #pointsInFlight = 0;
  #refused = 0;
  #isScheduled = false;
  /** When it fires, the queued reads are sent in any case. */
  #timeout: NodeJS.Timeout | undefined;

  constructor(sessions: Sessions, { constraints, tracer }: ReadBatcherOptions) {
    this.#sessions = sessions;
    this.#constraints = constraints;
    this.#isTraced = tracer !== undefined;
    this.#sessionsAtMost = sessions.counts.sessionsAtMost;
  }

  /** The number of callers that wait for a batch to be sent; exported as a metric. */
  get waiting(): number {
    return this.#queue.callers;
  }

  /** The number of reads that were rejected because too many waited; exported as a metric. */
  get refused(): number {
    return this.#refused;
  }

  /** The rows of a statement. It does not fail because of another statement of its batch. */
  rows<Row extends object>(
    statement: Statement,
    values: readonly Value[],
    callOptions: CallOptions | undefined,
  ): Promise<Row[]> {
    return this.#enqueue(statement, values, { callOptions, key: [] });
  }

  /** The one row of a key, or null. */
  point<Row extends object>(
    read: Statement,
    key: readonly string[],
    callOptions: CallOptions | undefined,
  ): Promise<Row | null> {
    return this.#enqueue(read, null, { callOptions, key });
  }

  #enqueue<T>(
    statement: Statement,
    values: readonly Value[] | null,
    { callOptions, key }: { readonly callOptions: CallOptions | undefined; readonly key: readonly string[] },
  ): Promise<T> {
    if (hasCaller(callOptions) && this.waiting >= this.#sessionsAtMost * WAITING_PER_SESSION) {
      this.#refused++;
      return Promise.reject(new Refusal('SERVICE_BUSY'));
    }
    return new Promise((resolve, reject) => {
      this.#queue.add(statement, values, { callOptions, key, resolve: resolve as (found: unknown) => void, reject });
      const mayBeSent = this.#queue.isEnough || (this.#pointsInFlight === 0 && !this.#timeout);
      if (this.#inFlight < BUSY && mayBeSent) this.#schedule();
      else this.#timeout ??= setTimeout(() => this.#sendNext(), MAX_WAIT_MS);
    });
  }

  /** Sends the next batch after the current iteration of the event loop. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#sendNext();
    });
  }

  #sendNext(): void {
    clearTimeout(this.#timeout);
    this.#timeout = undefined;
    if (this.#inFlight >= this.#sessionsAtMost) return;
    const batch = this.#queue.next();
    if (batch.length > 0) void this.#run(batch);
    if (this.waiting > 0) this.#timeout = setTimeout(() => this.#sendNext(), MAX_WAIT_MS);
  }

  #noteSent(queries: readonly ReadQuery[]): void {
    this.#inFlight++;
    if (queries.some(isPoint)) this.#pointsInFlight++;
  }

  /** Decides when the reads that were queued meanwhile are sent. */
  #noteReturned(queries: readonly ReadQuery[]): void {
    this.#inFlight--;
    const hasPoints = queries.some(isPoint);
    if (hasPoints) this.#pointsInFlight--;
    if (this.waiting === 0) return;
    if (this.#queue.isEnough) this.#schedule();
    else if (this.#pointsInFlight > 0) return;
    else if (!hasPoints) this.#schedule();
    else {
      clearTimeout(this.#timeout);
      this.#timeout = setTimeout(() => this.#sendNext(), PAUSE_MS);
    }
  }

  /** Never rejects: it settles the callers, after the session was released, so that their next statement need not wait for it. */
  async #run(queries: readonly ReadQuery[]): Promise<void> {
    const results = new Map<ReadQuery, QueryResult>();
    const failures = new Map<ReadQuery, unknown>();
    this.#noteSent(queries);
    const failure = await this.#send(queries, results, failures).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    this.#noteReturned(queries);
    for (const [query, result] of results) query.answer(result);
    const unanswered = queries.filter((query) => !results.has(query));
    if (failure) await this.#repeat(unanswered, failures, failure.error);
  }

  /** Reads have no side effects, so they are retried without the one that failed. */
  async #repeat(queries: readonly ReadQuery[], failures: Map<ReadQuery, unknown>, error: unknown): Promise<void> {
    const isRepeatable = failures.size > 0 && connectionError(error) === undefined;
    const again = queries.flatMap((query) => {
      const others = failures.has(query) ? query.retriesAfter(failures.get(query)) : isRepeatable ? [query] : [];
      if (others.length === 0) query.fail(translateFailure(failures.get(query) ?? error, this.#constraints));
      return others;
    });
    await Promise.all(again.map((query) => this.#run([query])));
  }

  /** Collects the results, and the failures of statements that failed themselves. */
  async #send(
    queries: readonly ReadQuery[],
    results: Map<ReadQuery, QueryResult>,
    failures: Map<ReadQuery, unknown>,
  ): Promise<void> {
    const callers = queries.flatMap((query) => query.callOptions);
    const session = await this.#sessions.open(callers);
    if (this.#isTraced) noteBatchSent(callers, queries.length);
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

function isPoint(query: ReadQuery): boolean {
  return query.isPoint;
}

/** With this many batches in flight, all further reads are queued. */
const BUSY = 2;
/** The maximum of waiting callers per session: more of them would wait too long. */
const WAITING_PER_SESSION = 256;
/**
 * When a batch returns, keys that were queued meanwhile wait this long for more of their kind: clients that read by id return in waves, which the
 * pause merges.
 */
const PAUSE_MS = 1;
/** Reads that wait longer than this behind batches that do not return, as on a session that hangs, are sent in a batch of their own. */
const MAX_WAIT_MS = 4;
