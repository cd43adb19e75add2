import { LRUCache } from 'lru-cache';
import type { CallOptions } from '../../platform/core/call-scope.ts';
import { monotonicMs, timerMs } from '../../platform/core/clock.ts';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import type { Neighbours } from '../../platform/core/neighbours.ts';
import type { Tenant } from '../../platform/process/load/fair-shares.ts';
import { FairQueue } from './fair-queue.ts';

/** A service whose requests or answers can be large. */
export type LargeService = 'curricula' | 'scheduling' | 'timetracking';

/** How much data a request moves, in bytes of answers. */
export interface Weight {
  /** Whether only its answer can be large, not its body. */
  readonly isRead: boolean;
  /** The weight of its body, known beforehand. */
  readonly announced: number;
  /** What it has moved, its answer included; called when it is done. */
  moved(): number;
}

interface Waiting {
  readonly request: Weight;
  /** @param weight what it counts as until it leaves */
  begin(weight: number): void;
}

interface Pool {
  readonly key: string;
  readonly institutionId: string;
  underWay: number;
  /** The total of the requests in flight. */
  weight: number;
  readonly queue: FairQueue<Waiting>;
}

/**
 * Limits how many bytes an institution's large requests of one service move at once. Other requests wait in a queue in which the
 * institution's clients take turns, and cost nothing there. So no service, database or gateway handles more of them, and another
 * institution's requests wait behind no more than these. The size of an answer is known only when it is done, so each request counts as
 * much as the largest recent one, or as its own body: many small ones pass at once, or few large ones. Each service has its own limits, so
 * a service that hangs delays only its own requests.
 *
 * While other institutions have requests too, large ones pass one at a time, and the institution's queue pauses after each for as long as it
 * took, its pauses between chunks included (`platform/core/event-loop.ts`), which leaves the processors to the others in between. An
 * institution that is alone has more at once and no pauses.
 */
export class LargeRequestLimits {
  readonly #neighbours: Pick<Neighbours, 'has'>;
  /** By service and institution, while requests are in flight. */
  readonly #pools = new Map<string, Pool>();
  #waiting = 0;
  /** The size of recent requests, by the same key. */
  readonly #weights = new LRUCache<string, number>({ max: WEIGHTS_AT_MOST });

  constructor(neighbours: Pick<Neighbours, 'has'>) {
    this.#neighbours = neighbours;
  }

  /** How many requests are waiting. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Does the work when it is the client's turn. Throws DEADLINE_EXCEEDED when the deadline passes first. */
  async run<T>(
    service: LargeService,
    { institutionId, integrationId }: Tenant,
    callOptions: CallOptions,
    request: Weight,
    work: () => Promise<T>,
  ): Promise<T> {
    const key = `${service} ${institutionId}`;
    const pool = this.#pools.get(key) ?? { key, institutionId, underWay: 0, weight: 0, queue: new FairQueue() };
    this.#pools.set(key, pool);
    const weight =
      pool.queue.isEmpty && this.#hasRoom(pool, request)
        ? this.#enter(pool, request)
        : await this.#enqueue(pool, request, integrationId, callOptions);
    const began = monotonicMs();
    try {
      return await work();
    } finally {
      // A cancelled request says nothing about what others move.
      const isCancelled = callOptions.signal?.aborted === true;
      const moved = request.moved();
      if (!isCancelled) this.#weights.set(key, Math.max(moved, this.#recentWeight(key) * WEIGHT_DECAY));
      const took = monotonicMs() - began;
      const pauseMs = isCancelled ? Math.max(took, PAUSE_AFTER_ABORT_MS) : moved < LARGE ? 0 : took;
      if (pauseMs === 0 || !this.#neighbours.has(institutionId)) this.#leave(pool, weight);
      else setTimeout(() => this.#leave(pool, weight), Math.min(pauseMs, PAUSE_AT_MOST_MS)).unref();
    }
  }

  #enqueue({ queue }: Pool, request: Weight, client: string, callOptions: CallOptions): Promise<number> {
    this.#waiting++;
    return enqueue(queue, request, client, callOptions).finally(() => this.#waiting--);
  }

  /** Returns what the request counts as. */
  #enter(pool: Pool, request: Weight): number {
    const weight = this.#weightOf(pool, request);
    pool.underWay++;
    pool.weight += weight;
    return weight;
  }

  #leave(pool: Pool, weight: number): void {
    pool.underWay--;
    pool.weight -= weight;
    for (let next = pool.queue.first; next && this.#hasRoom(pool, next.request); next = pool.queue.first) {
      pool.queue.shift();
      next.begin(this.#enter(pool, next.request));
    }
    if (pool.underWay === 0) this.#pools.delete(pool.key);
  }

  #hasRoom(pool: Pool, request: Weight): boolean {
    const bound = this.#boundOf(pool);
    const most = request.isRead ? bound.reads : bound.writes;
    return pool.underWay < bound.least || pool.weight + this.#weightOf(pool, request) <= most;
  }

  #weightOf(pool: Pool, { isRead, announced }: Weight): number {
    return Math.max(announced, this.#recentWeight(pool.key), isRead ? this.#boundOf(pool).leastOfRead : 0);
  }

  #recentWeight(key: string): number {
    return this.#weights.get(key) ?? UNKNOWN_WEIGHT;
  }

  #boundOf({ institutionId }: Pool): Bound {
    return this.#neighbours.has(institutionId) ? SHARED : ALONE;
  }
}

async function enqueue(
  queue: FairQueue<Waiting>,
  request: Weight,
  client: string,
  { deadline, signal }: CallOptions,
): Promise<number> {
  if (signal?.aborted) throw new Refusal('DEADLINE_EXCEEDED');
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
    const waiting: Waiting = {
      request,
      begin(weight) {
        settle();
        resolve(weight);
      },
    };
    const giveUp = () => {
      settle();
      queue.remove(client, waiting);
      reject(new Refusal('DEADLINE_EXCEEDED'));
    };
    const timer = setTimeout(giveUp, timerMs(deadline));
    signal?.addEventListener('abort', giveUp);
    queue.push(client, waiting);
  });
}

/** How much of an institution's requests of a service may be in flight at once. */
interface Bound {
  /** How many requests in any case. */
  readonly least: number;
  /** How many bytes of answers may be in flight when a read begins, its own included. */
  readonly reads: number;
  /** The same for a write. */
  readonly writes: number;
  /** What a read counts as at least: however small recent answers were, the next may be the largest possible. */
  readonly leastOfRead: number;
}

/**
 * The largest page, of 4 MiB, takes each process up to 60 ms, in chunks of some 10 ms: one at a time delays other requests little. Smaller
 * ones pass in groups that pause together like one of these. If reads could count less, a client that read 1000 tiny pages and then 40 of
 * the largest would raise another institution's p99 from 50 to 410 ms.
 */
const SHARED: Bound = { least: 1, reads: 1024 * 1024, writes: 1024 * 1024, leastOfRead: 256 * 1024 };
/**
 * Enough to keep every process busy while the others work on other requests. More reads are slower: with 13 pages of 150 KB at once instead of
 * 64, 1.3 times as many are answered, probably because their rows no longer outlive the minor garbage collections. Fewer writes at once are
 * slower, because those in flight together share transactions.
 */
const ALONE: Bound = { least: 4, reads: 2 * 1024 * 1024, writes: 16 * 1024 * 1024, leastOfRead: 32 * 1024 };
/** What an institution's first request counts as. */
const UNKNOWN_WEIGHT = 1024 * 1024;
/** The size from which a request is followed by a pause. */
const LARGE = 256 * 1024;
/**
 * Cancelling a statement costs its database session, and a new session takes 10 ms and more: clients that disconnected at once, hundreds
 * per second, raised another institution's p99 from 50 to 670 ms.
 */
const PAUSE_AFTER_ABORT_MS = 200;
/** Requests to a service that hangs take long; pauses of the same length would not help it. */
const PAUSE_AT_MOST_MS = 3_000;
/** The part of a large request's weight that remains after each smaller one. */
const WEIGHT_DECAY = 7 / 8;
const WEIGHTS_AT_MOST = 10_000;
