import type { Wait } from '../../services/chassis/call-scope.ts';
import { timerMs } from '../../services/chassis/clock.ts';
import { Refusal } from '../../services/chassis/errors/refusal.ts';
import { FairQueue } from './fair-queue.ts';
import type { Tenant } from './tenant-shares.ts';

/** A service whose answers can be large. */
export type LargeService = 'curricula' | 'scheduling' | 'timetracking';

interface Lane {
  underWay: number;
  readonly line: FairQueue<() => void>;
}

/**
 * Lets few large reads of an institution from a service be under way at once. The others wait in a line in which the institution's clients have their
 * turns, and cost nothing there: so no service, no database and no gateway has more of them to do than these few, and another institution's requests wait behind
 * no more. Each service has lanes of its own, so that one that hangs holds up reads of itself alone.
 */
export class Lanes {
  readonly #atOnce: number;
  /** By service and institution, of those that are read. */
  readonly #lanes = new Map<string, Lane>();

  constructor(atOnce = LARGE_READS_AT_ONCE) {
    this.#atOnce = atOnce;
  }

  /** Reads when it is the client's turn. Throws DEADLINE_EXCEEDED when the wait is over before. */
  async run<T>(
    service: LargeService,
    { institutionId, integrationId }: Tenant,
    wait: Wait,
    read: () => Promise<T>,
  ): Promise<T> {
    const key = `${service} ${institutionId}`;
    const lane = this.#lanes.get(key) ?? { underWay: 0, line: new FairQueue() };
    this.#lanes.set(key, lane);
    if (lane.underWay < this.#atOnce) lane.underWay++;
    else await turnIn(lane, integrationId, wait);
    try {
      return await read();
    } finally {
      const next = lane.line.shift();
      // It takes over the place.
      if (next) next();
      else if (--lane.underWay === 0) this.#lanes.delete(key);
    }
  }
}

function turnIn({ line }: Lane, client: string, { deadline, signal }: Wait): Promise<void> {
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

/** A page or a curriculum version takes each process up to 60 ms: two keep it busy while one waits for another process, and delay others by little. */
const LARGE_READS_AT_ONCE = 2;
