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
  /** In whose words callers hear of failures. */
  readonly constraints: Constraints;
  /** Undefined where nothing is traced. */
  readonly tracer?: Tracer | undefined;
}

/**
 * Sends reads of the same moment in one batch, in which point reads of the same kind are one statement: what is known as a data loader. While
 * nothing is under way, reads leave at the end of the turn in which they were asked for: a client alone never waits. Keys gather behind point reads
 * that are under way, and everything behind two batches, so that the load decides the size of the batch. Nothing is remembered beyond the batch: a
 * client reads its own writes, because a read joins only what is sent after it was asked for.
 *
 * The package `dataloader` joins keys of one kind. It does not put several kinds into a batch, bound what gathers, leave out callers whose
 * deadlines have passed, or ask again without the key that failed: all but a few lines of this file would remain.
 */
export class ReadBatcher {
  readonly #sessions: Sessions;
  readonly #constraints: Constraints;
  readonly #isTraced: boolean;
  readonly #sessionsAtMost: number;
  readonly #queue = new ReadQueue();
  #underWay = 0;
  /** Of these, batches with point reads. */
  #pointsUnderWay = 0;
  #refused = 0;
  #isScheduled = false;
  /** Until what has gathered leaves in any case. */
  #timeout: NodeJS.Timeout | undefined;

  constructor(sessions: Sessions, { constraints, tracer }: ReadBatcherOptions) {
    this.#sessions = sessions;
    this.#constraints = constraints;
    this.#isTraced = tracer !== undefined;
    this.#sessionsAtMost = sessions.counts.sessionsAtMost;
  }

  /** How many callers wait for a batch to leave; a measure, as the next one. */
  get waiting(): number {
    return this.#queue.callers;
  }

  /** How many were refused because too many waited. */
  get refused(): number {
    return this.#refused;
  }

  /** The rows of a statement. A failure of one that it shared its batch with does not reach it. */
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
      const isWelcome = this.#queue.isEnough || (this.#pointsUnderWay === 0 && !this.#timeout);
      if (this.#underWay < BUSY && isWelcome) this.#schedule();
      else this.#timeout ??= setTimeout(() => this.#leave(), MAX_WAIT_MS);
    });
  }

  /** Leaves when the events of this turn have all been seen. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#leave();
    });
  }

  #leave(): void {
    clearTimeout(this.#timeout);
    this.#timeout = undefined;
    if (this.#underWay >= this.#sessionsAtMost) return;
    const batch = this.#queue.next();
    if (batch.length > 0) void this.#run(batch);
    if (this.waiting > 0) this.#timeout = setTimeout(() => this.#leave(), MAX_WAIT_MS);
  }

  #left(queries: readonly ReadQuery[]): void {
    this.#underWay++;
    if (queries.some(isPoint)) this.#pointsUnderWay++;
  }

  /** Decides when those leave who have gathered meanwhile. */
  #returned(queries: readonly ReadQuery[]): void {
    this.#underWay--;
    const hasPoints = queries.some(isPoint);
    if (hasPoints) this.#pointsUnderWay--;
    if (this.waiting === 0) return;
    if (this.#queue.isEnough) this.#schedule();
    else if (this.#pointsUnderWay > 0) return;
    else if (!hasPoints) this.#schedule();
    else {
      clearTimeout(this.#timeout);
      this.#timeout = setTimeout(() => this.#leave(), PAUSE_MS);
    }
  }

  /** Never rejects: the callers hear of everything, once the session is free: whoever then asks for something else need not wait for it. */
  async #run(queries: readonly ReadQuery[]): Promise<void> {
    const results = new Map<ReadQuery, QueryResult>();
    const failures = new Map<ReadQuery, unknown>();
    this.#left(queries);
    const failure = await this.#send(queries, results, failures).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    this.#returned(queries);
    for (const [query, result] of results) query.answer(result);
    const unanswered = queries.filter((query) => !results.has(query));
    if (failure) await this.#repeat(unanswered, failures, failure.error);
  }

  /** A read changes nothing, so that it may be asked again without the one that failed beside it. */
  async #repeat(queries: readonly ReadQuery[], failures: Map<ReadQuery, unknown>, error: unknown): Promise<void> {
    const isRepeatable = failures.size > 0 && connectionError(error) === undefined;
    const again = queries.flatMap((query) => {
      const others = failures.has(query) ? query.withoutFailure(failures.get(query)) : isRepeatable ? [query] : [];
      if (others.length === 0) query.fail(translateFailure(failures.get(query) ?? error, this.#constraints));
      return others;
    });
    await Promise.all(again.map((query) => this.#run([query])));
  }

  /** Puts down what was answered, and what failed by its own fault. */
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
          statement: query.statement,
          values: query.values,
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

/** Batches under way from which on reads gather, however many. */
const BUSY = 2;
/** So many callers may wait for each session: what comes beyond would wait for long. */
const WAITING_PER_SESSION = 256;
/**
 * How long keys that came while a batch was under way wait for more of their kind when it is back. Without it 64 clients who read by id get
 * 0.82 of the throughput: they come back in waves, which it joins.
 */
const PAUSE_MS = 1;
/** How long reads wait behind batches that do not come back, as on a session that hangs, before they go beside them. */
const MAX_WAIT_MS = 4;
