import type { Neighbours } from '../../platform/core/neighbours.ts';
import type { Tenant } from '../../platform/process/load/fair-shares.ts';
import { FairQueue } from './fair-queue.ts';

interface Waiting {
  readonly bytes: number;
  receive(): void;
}

/**
 * Limits how many bytes of an institution's request bodies are received per second while other institutions have requests. What is not
 * received yet waits in its sender's memory, and costs no CPU. The institution's clients take turns. An institution that is alone is not
 * limited.
 */
export class BodyPace {
  readonly #neighbours: Pick<Neighbours, 'has'>;
  /** Of institutions that have received something so recently that more must wait. */
  readonly #queues = new Map<string, FairQueue<Waiting>>();

  constructor(neighbours: Pick<Neighbours, 'has'>) {
    this.#neighbours = neighbours;
  }

  /** Calls back when a body of this size may be received: synchronously if no other body of the institution is waiting. */
  take({ institutionId, integrationId }: Tenant, bytes: number, receive: () => void): void {
    const queue = this.#queues.get(institutionId) ?? new FairQueue();
    queue.push(integrationId, { bytes, receive });
    if (!this.#queues.has(institutionId)) this.#advance(institutionId, queue);
  }

  /** Lets bodies through until the pauses they require add up to SHORTEST_PAUSE_MS or more, then waits for that time. */
  #advance(institutionId: string, queue: FairQueue<Waiting>): void {
    this.#queues.set(institutionId, queue);
    let pauseMs = 0;
    while (pauseMs < SHORTEST_PAUSE_MS) {
      const next = queue.shift();
      if (!next) break;
      if (this.#neighbours.has(institutionId)) pauseMs += (next.bytes * 1_000) / BYTES_PER_SECOND;
      next.receive();
    }
    if (pauseMs === 0) this.#queues.delete(institutionId);
    else setTimeout(() => this.#advance(institutionId, queue), pauseMs).unref();
  }
}

/**
 * A rejected body of 1 MiB takes some 6 ms of CPU, one that is parsed, checked and rejected up to 20 ms: this limits them to a sixth of a
 * processor. It allows 70 bulk requests of 500 logs per second.
 */
const BYTES_PER_SECOND = 8 * 1024 * 1024;
/** The shortest timer: bodies whose pauses are below it are counted together. */
const SHORTEST_PAUSE_MS = 1;
