import { LRUCache } from 'lru-cache';
import type { Wait } from '../../platform/core/call-scope.ts';
import { monotonicMs, timerMs } from '../../platform/core/clock.ts';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import type { Tenant } from '../../platform/process/load/fair-shares.ts';
import { FairQueue } from './fair-queue.ts';
import type { Neighbours } from './neighbours.ts';

/** A service whose requests or answers can be large. */
export type LargeService = 'curricula' | 'scheduling' | 'timetracking';

/** How much data a request moves, in bytes of answers. */
export interface Weight {
  /** The weight of its body, known beforehand. */
  readonly announced: number;
  /** What it has moved, its answer included; called when it is done. */
  moved(): number;
}

interface Waiting {
  readonly announced: number;
  /** @param weight what it counts as until it leaves */
  begin(weight: number): void;
}

interface Lane {
  readonly key: string;
  readonly institutionId: string;
  underWay: number;
  /** The total of the requests in flight. */
  weight: number;
  readonly line: FairQueue<Waiting>;
}

/**
 * Limits how many bytes an institution's large requests of one service move at once. Other requests wait in a queue in which the
 * institution's clients take turns, and cost nothing there. So no service, database or gateway handles more of them, and another
 * institution's requests wait behind no more than these. The size of an answer is known only when it is done, so each request counts as
 * much as the largest recent one, or as its own body: many small ones pass at once, or few large ones. Each service has its own limits, so
 * a service that hangs delays only its own requests.
 *
 * While other institutions have requests too, large ones pass one at a time, and the institution's queue pauses after each for three times
 * as long as it took, which leaves the processors to the others in between. An institution that is alone has more at once and no pauses.
 */
export class Lanes {
  readonly #neighbours: Pick<Neighbours, 'has'>;
  /** By service and institution, while requests are in flight. */
  readonly #lanes = new Map<string, Lane>();
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
    wait: Wait,
    { announced, moved }: Weight,
    work: () => Promise<T>,
  ): Promise<T> {
    const key = `${service} ${institutionId}`;
    const lane = this.#lanes.get(key) ?? { key, institutionId, underWay: 0, weight: 0, line: new FairQueue() };
    this.#lanes.set(key, lane);
    const weight =
      lane.line.isEmpty && this.#hasRoom(lane, announced)
        ? this.#enter(lane, announced)
        : await this.#turnIn(lane, announced, integrationId, wait);
    const began = monotonicMs();
    try {
      return await work();
    } finally {
      // A cancelled request says nothing about what others move.
      const isGone = wait.signal?.aborted === true;
      if (!isGone) this.#weights.set(key, Math.max(moved(), this.#weightOf(key) * WEIGHT_DECAY));
      const took = monotonicMs() - began;
      const restMs = isGone ? Math.max(took, REST_AFTER_GONE_MS) : moved() < LARGE ? 0 : took * RESTS;
      if (restMs === 0 || !this.#neighbours.has(institutionId)) this.#leave(lane, weight);
      else setTimeout(() => this.#leave(lane, weight), Math.min(restMs, REST_AT_MOST_MS)).unref();
    }
  }

  #turnIn({ line }: Lane, announced: number, client: string, wait: Wait): Promise<number> {
    this.#waiting++;
    return turnIn(line, announced, client, wait).finally(() => this.#waiting--);
  }

  /** Returns what the request counts as. */
  #enter(lane: Lane, announced: number): number {
    const weight = Math.max(announced, this.#weightOf(lane.key));
    lane.underWay++;
    lane.weight += weight;
    return weight;
  }

  #leave(lane: Lane, weight: number): void {
    lane.underWay--;
    lane.weight -= weight;
    for (let next = lane.line.first; next && this.#hasRoom(lane, next.announced); next = lane.line.first) {
      lane.line.shift();
      next.begin(this.#enter(lane, next.announced));
    }
    if (lane.underWay === 0) this.#lanes.delete(lane.key);
  }

  #hasRoom({ key, institutionId, underWay, weight }: Lane, announced: number): boolean {
    const bound = this.#neighbours.has(institutionId) ? SHARED : ALONE;
    return underWay < bound.least || weight + Math.max(announced, this.#weightOf(key)) <= bound.weight;
  }

  #weightOf(key: string): number {
    return this.#weights.get(key) ?? UNKNOWN_WEIGHT;
  }
}

async function turnIn(
  line: FairQueue<Waiting>,
  announced: number,
  client: string,
  { deadline, signal }: Wait,
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
      line.remove(client, waiting);
      reject(new Refusal('DEADLINE_EXCEEDED'));
    };
    const timer = setTimeout(giveUp, timerMs(deadline));
    signal?.addEventListener('abort', giveUp);
    line.push(client, waiting);
  });
}

/** How much of an institution's requests of a service may be in flight at once, in bytes of answers, and how many requests in any case. */
interface Bound {
  readonly least: number;
  readonly weight: number;
}

/**
 * The largest page, of 4 MiB, takes each process up to 60 ms, in chunks of some 10 ms: one at a time delays other requests little. Smaller
 * ones pass in groups that pause together like one of these.
 */
const SHARED: Bound = { least: 1, weight: 1024 * 1024 };
/** Enough to keep every process busy while the others work on other requests. */
const ALONE: Bound = { least: 4, weight: 16 * 1024 * 1024 };
/** What an institution's first request counts as. */
const UNKNOWN_WEIGHT = 1024 * 1024;
/** The size from which a request is followed by a pause. */
const LARGE = 256 * 1024;
/**
 * Cancelling a statement costs its database session, and a new session takes 10 ms and more: clients that disconnected at once, hundreds
 * per second, raised another institution's p99 from 50 to 670 ms.
 */
const REST_AFTER_GONE_MS = 200;
/** Requests to a service that hangs take long; pauses of the same length would not help it. */
const REST_AT_MOST_MS = 3_000;
/** How many times as long as a request took the pause lasts: the institution gets a quarter of the time. */
const RESTS = 3;
/** The part of a large request's weight that remains after each smaller one. */
const WEIGHT_DECAY = 7 / 8;
const WEIGHTS_AT_MOST = 10_000;
