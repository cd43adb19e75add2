import { LRUCache } from 'lru-cache';
import type { CallOptions } from '../../platform/core/call-scope.ts';
import { monotonicMs, timerMs } from '../../platform/core/clock.ts';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import type { Tenant } from '../../platform/process/load/fair-shares.ts';
import { FairQueue } from './fair-queue.ts';
import type { Neighbours } from './neighbours.ts';

/** A service whose requests or answers can be large. */
export type LargeService = 'curricula' | 'scheduling' | 'timetracking';

/** How much a request moves, as bytes of answers. */
export interface Weight {
  /** That of its body, which is known before. */
  readonly announced: number;
  /** What it has moved, its answer included; asked for when it is done. */
  moved(): number;
}

interface Waiting {
  readonly announced: number;
  /** @param weight what it counts as, until it leaves */
  begin(weight: number): void;
}

interface Pool {
  readonly key: string;
  readonly institutionId: string;
  underWay: number;
  /** Of those under way. */
  weight: number;
  readonly queue: FairQueue<Waiting>;
}

/**
 * Bounds how many bytes of an institution's requests of a service are moved at once. The others wait in a line in which the institution's clients have
 * their turns, and cost nothing there: so no service, no database and no gateway has more of them to do than these, and another institution's requests wait
 * behind no more. How large an answer is shows when it is done: each request counts as much as the largest of late, or as its own body, so that many
 * small ones pass at once, and few large ones. Each service has lanes of its own, so that one that hangs holds up requests of itself alone.
 *
 * While other institutions have requests, too, large ones pass one at a time, and the lane rests after each for three times as long as it took: what is left of
 * the processors in between is theirs. An institution that is alone has more at once and no rests.
 */
export class LargeRequestLimits {
  readonly #neighbours: Pick<Neighbours, 'has'>;
  /** By service and institution, of those that are under way. */
  readonly #pools = new Map<string, Pool>();
  #waiting = 0;
  /** How large requests were of late, likewise. */
  readonly #weights = new LRUCache<string, number>({ max: WEIGHTS_AT_MOST });

  constructor(neighbours: Pick<Neighbours, 'has'>) {
    this.#neighbours = neighbours;
  }

  /** How many requests wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Does the work when it is the client's turn. Throws DEADLINE_EXCEEDED when the wait is over before. */
  async run<T>(
    service: LargeService,
    { institutionId, integrationId }: Tenant,
    callOptions: CallOptions,
    { announced, moved }: Weight,
    work: () => Promise<T>,
  ): Promise<T> {
    const key = `${service} ${institutionId}`;
    const pool = this.#pools.get(key) ?? { key, institutionId, underWay: 0, weight: 0, queue: new FairQueue() };
    this.#pools.set(key, pool);
    const weight =
      pool.queue.isEmpty && this.#hasRoom(pool, announced)
        ? this.#enter(pool, announced)
        : await this.#enqueue(pool, announced, integrationId, callOptions);
    const began = monotonicMs();
    try {
      return await work();
    } finally {
      // What nobody waits for any more says nothing of what others move.
      const isCancelled = callOptions.signal?.aborted === true;
      if (!isCancelled) this.#weights.set(key, Math.max(moved(), this.#weightOf(key) * FORGETTING));
      const took = monotonicMs() - began;
      const pauseMs = isCancelled ? Math.max(took, PAUSE_AFTER_ABORT_MS) : moved() < LARGE ? 0 : took * PAUSE_FACTOR;
      if (pauseMs === 0 || !this.#neighbours.has(institutionId)) this.#leave(pool, weight);
      else setTimeout(() => this.#leave(pool, weight), Math.min(pauseMs, PAUSE_AT_MOST_MS)).unref();
    }
  }

  #enqueue({ queue }: Pool, announced: number, client: string, callOptions: CallOptions): Promise<number> {
    this.#waiting++;
    return enqueue(queue, announced, client, callOptions).finally(() => this.#waiting--);
  }

  /** Returns what the request counts as. */
  #enter(pool: Pool, announced: number): number {
    const weight = Math.max(announced, this.#weightOf(pool.key));
    pool.underWay++;
    pool.weight += weight;
    return weight;
  }

  #leave(pool: Pool, weight: number): void {
    pool.underWay--;
    pool.weight -= weight;
    for (let next = pool.queue.first; next && this.#hasRoom(pool, next.announced); next = pool.queue.first) {
      pool.queue.shift();
      next.begin(this.#enter(pool, next.announced));
    }
    if (pool.underWay === 0) this.#pools.delete(pool.key);
  }

  #hasRoom({ key, institutionId, underWay, weight }: Pool, announced: number): boolean {
    const bound = this.#neighbours.has(institutionId) ? SHARED : ALONE;
    return underWay < bound.least || weight + Math.max(announced, this.#weightOf(key)) <= bound.weight;
  }

  #weightOf(key: string): number {
    return this.#weights.get(key) ?? UNKNOWN;
  }
}

async function enqueue(
  queue: FairQueue<Waiting>,
  announced: number,
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
      announced,
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

/** How much of an institution's requests of a service is under way at once, as bytes of answers, and how many requests in any case. */
interface Bound {
  readonly least: number;
  readonly weight: number;
}

/** The largest page, of 4 MiB, takes each process up to 60 ms, in turns of some ten: one of them at a time delays others by little. Of smaller ones so many that they rest together as one of them would. */
const SHARED: Bound = { least: 1, weight: 1024 * 1024 };
/** Enough to keep each process busy while the others work for the next one. */
const ALONE: Bound = { least: 4, weight: 16 * 1024 * 1024 };
/** What an institution's first request counts as. */
const UNKNOWN = 1024 * 1024;
/** What the lane rests after. */
const LARGE = 256 * 1024;
/** A statement that is cancelled costs its session, a new one takes 10 ms and more: clients who went at once, hundreds in a second, lengthened another's p99 from 50 to 670 ms. */
const PAUSE_AFTER_ABORT_MS = 200;
/** A service that hangs makes requests take long, and is not to be spared by pauses of the same length. */
const PAUSE_AT_MOST_MS = 3_000;
/** How many times as long as a request took its lane rests: the institution has a quarter of the time. */
const PAUSE_FACTOR = 3;
/** What remains of the weight of large requests with each smaller one. */
const FORGETTING = 7 / 8;
const WEIGHTS_AT_MOST = 10_000;
