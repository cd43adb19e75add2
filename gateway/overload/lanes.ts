import { LRUCache } from 'lru-cache';
import type { Wait } from '../../platform/core/call-scope.ts';
import { timerMs } from '../../platform/core/clock.ts';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import type { Tenant } from '../../platform/process/load/fair-shares.ts';
import { FairQueue } from './fair-queue.ts';

/** A service whose requests or answers can be large. */
export type LargeService = 'curricula' | 'scheduling' | 'timetracking';

interface Lane {
  underWay: number;
  readonly line: FairQueue<() => void>;
}

/**
 * Bounds how many bytes of an institution's requests of a service are moved at once. The others wait in a line in which the institution's clients have
 * their turns, and cost nothing there: so no service, no database and no gateway has more of them to do than these, and another institution's requests wait
 * behind no more. How large a request is shows when it is done: each counts as much as the largest of late, so that many small ones pass at once, and
 * few large ones. Each service has lanes of its own, so that one that hangs holds up requests of itself alone.
 */
export class Lanes {
  /** By service and institution, of those that are under way. */
  readonly #lanes = new Map<string, Lane>();
  #waiting = 0;
  /** How large requests were of late, in bytes, likewise. */
  readonly #sizes = new LRUCache<string, number>({ max: SIZES_AT_MOST });

  /** How many requests wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Does the work when it is the client's turn. Throws DEADLINE_EXCEEDED when the wait is over before.
   * @param bytesOf how many bytes the work has moved, asked for when it is done
   */
  async run<T>(
    service: LargeService,
    { institutionId, integrationId }: Tenant,
    wait: Wait,
    work: () => Promise<T>,
    bytesOf: () => number,
  ): Promise<T> {
    const key = `${service} ${institutionId}`;
    const lane = this.#lanes.get(key) ?? { underWay: 0, line: new FairQueue() };
    this.#lanes.set(key, lane);
    if (lane.underWay < this.#atOnce(key)) lane.underWay++;
    else {
      this.#waiting++;
      await turnIn(lane, integrationId, wait).finally(() => this.#waiting--);
    }
    try {
      return await work();
    } finally {
      this.#sizes.set(key, Math.max(bytesOf(), this.#sizeOf(key) * FORGETTING));
      lane.underWay--;
      for (let next = this.#next(key, lane); next; next = this.#next(key, lane)) {
        lane.underWay++;
        next();
      }
      if (lane.underWay === 0) this.#lanes.delete(key);
    }
  }

  #next(key: string, { underWay, line }: Lane): (() => void) | undefined {
    return underWay < this.#atOnce(key) ? line.shift() : undefined;
  }

  #atOnce(key: string): number {
    return Math.max(AT_ONCE_AT_LEAST, Math.floor(BYTES_AT_ONCE / this.#sizeOf(key)));
  }

  #sizeOf(key: string): number {
    return this.#sizes.get(key) ?? UNKNOWN_BYTES;
  }
}

async function turnIn({ line }: Lane, client: string, { deadline, signal }: Wait): Promise<void> {
  if (signal?.aborted) throw new Refusal('DEADLINE_EXCEEDED');
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
    const begin = () => {
      settle();
      resolve();
    };
    const giveUp = () => {
      settle();
      line.remove(client, begin);
      reject(new Refusal('DEADLINE_EXCEEDED'));
    };
    const timer = setTimeout(giveUp, timerMs(deadline));
    signal?.addEventListener('abort', giveUp);
    line.push(client, begin);
  });
}

/**
 * The largest page takes each process up to 60 ms: two of them keep it busy while one waits for another process, and delay others by little. So many bytes
 * are one such page.
 */
const BYTES_AT_ONCE = 4 * 1024 * 1024;
const AT_ONCE_AT_LEAST = 2;
/** What an institution's first request counts as. */
const UNKNOWN_BYTES = 1024 * 1024;
/** What remains of the size of large requests with each smaller one. */
const FORGETTING = 7 / 8;
const SIZES_AT_MOST = 10_000;
