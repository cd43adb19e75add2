import { monotonicMs } from '../../platform/core/clock.ts';
import type { Tenant } from '../../platform/process/load/fair-shares.ts';
import { FairQueue } from '../overload/fair-queue.ts';
import type { Neighbours } from '../overload/neighbours.ts';

interface Waiting {
  readonly institutionId: string;
  /** Occupies the event loop while it runs. */
  work(): void;
}

/**
 * Lets work that may occupy the event loop for long through little by little: for a few milliseconds at a time, or one piece that takes longer, with
 * a rest behind it that is as long, so that everything else goes on meanwhile; three times as long while other institutions have requests than the one whose
 * work it was. Clients have their turns one after the other, however much each waits with.
 */
export class ParseQueue {
  readonly #neighbours: Pick<Neighbours, 'has'>;
  readonly #waiting = new FairQueue<Waiting>();
  #isRoundDue = false;

  constructor(neighbours: Pick<Neighbours, 'has'>) {
    this.#neighbours = neighbours;
  }

  /** Runs the work when it is the client's turn; never at once. */
  add({ institutionId, integrationId }: Tenant, work: () => void): void {
    this.#waiting.push(integrationId, { institutionId, work });
    if (this.#isRoundDue) return;
    this.#isRoundDue = true;
    setImmediate(() => this.#round());
  }

  #round(): void {
    const begun = monotonicMs();
    let pauseFactor = 1;
    do {
      const next = this.#waiting.shift();
      if (next && this.#neighbours.has(next.institutionId)) pauseFactor = PAUSE_FACTOR_BESIDE_OTHERS;
      next?.work();
    } while (!this.#waiting.isEmpty && monotonicMs() - begun < ROUND_MS);
    // What the work has set off at once is part of it: checks, a refusal, the collection of what it leaves.
    setImmediate(() => this.#pause((monotonicMs() - begun) * pauseFactor));
  }

  /** Also where nobody waits: who comes meanwhile waits for its end. */
  #pause(ms: number): void {
    if (ms >= ROUND_MS) setTimeout(() => this.#goOn(), ms);
    else this.#goOn();
  }

  #goOn(): void {
    if (this.#waiting.isEmpty) this.#isRoundDue = false;
    else this.#round();
  }
}

const ROUND_MS = 2;
/** An object of 49,000 unknown names takes 40 ms of its loop, its collection included: at rests as long, such bodies of one client, in two gateways, took both of two processors by half, and the p99 of another institution from 48 to 456 ms. */
const PAUSE_FACTOR_BESIDE_OTHERS = 3;
