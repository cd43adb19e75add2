import type { Tenant } from '../../platform/process/load/fair-shares.ts';
import { FairQueue } from './fair-queue.ts';
import type { Neighbours } from './neighbours.ts';

interface Waiting {
  readonly bytes: number;
  receive(): void;
}

/**
 * Bounds how many bytes of an institution's request bodies are received in a second while other institutions have requests: what is not received yet waits in
 * its sender's memory, and costs no processor. The institution's clients have their turns. An institution that is alone is not bounded.
 */
export class BodyPace {
  readonly #neighbours: Pick<Neighbours, 'has'>;
  /** Of institutions that have received something so recently that more has to wait. */
  readonly #lines = new Map<string, FairQueue<Waiting>>();

  constructor(neighbours: Pick<Neighbours, 'has'>) {
    this.#neighbours = neighbours;
  }

  /** Calls back when a body of so many bytes may be received: at once where none of the institution waits. */
  take({ institutionId, integrationId }: Tenant, bytes: number, receive: () => void): void {
    const line = this.#lines.get(institutionId) ?? new FairQueue();
    line.push(integrationId, { bytes, receive });
    if (!this.#lines.has(institutionId)) this.#advance(institutionId, line);
  }

  /** Lets bodies through until they have used up a moment, which it waits for. */
  #advance(institutionId: string, line: FairQueue<Waiting>): void {
    this.#lines.set(institutionId, line);
    let pauseMs = 0;
    while (pauseMs < SHORTEST_PAUSE_MS) {
      const next = line.shift();
      if (!next) break;
      if (this.#neighbours.has(institutionId)) pauseMs += (next.bytes * 1_000) / BYTES_PER_SECOND;
      next.receive();
    }
    if (pauseMs === 0) this.#lines.delete(institutionId);
    else setTimeout(() => this.#advance(institutionId, line), pauseMs).unref();
  }
}

/**
 * A body of 1 MiB that is refused takes some 6 ms of a processor, one that is parsed, checked and refused up to 20: this bounds them to a sixth of one. It is
 * 70 bulks of 500 logs in a second.
 */
const BYTES_PER_SECOND = 8 * 1024 * 1024;
/** Timers have no shorter ones: below it, bodies are counted together. */
const SHORTEST_PAUSE_MS = 1;
