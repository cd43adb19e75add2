import type { Problem } from '../problem/problem.ts';
import type { FairQueue } from './fair-queue.ts';
import type { FairShares, Tenant } from './fair-shares.ts';

/** What a request asks of the gateway that it has come to. */
interface Admitting {
  readonly institutions: FairShares;
  /** How long a request waits for its turn, in milliseconds. */
  readonly waitMs: number;
  queueOf(service: string): FairQueue;
  shed(reason: 'institution' | 'wait'): Problem;
}

/** What a request holds of the gateway until its answer has left. */
export class Ticket {
  readonly #admission: Admitting;
  readonly #releases: (() => void)[];
  #hasLeft = false;

  constructor(admission: Admitting, release: () => void) {
    this.#admission = admission;
    this.#releases = [release];
  }

  /** Counts the request for its institution; returns the problem when that has too many. */
  countFor({ institutionId }: Tenant): Problem | undefined {
    // If the client disconnected during the look-up, nothing would ever release it.
    if (this.#hasLeft) return undefined;
    const { institutions } = this.#admission;
    if (!institutions.take(institutionId)) return this.#admission.shed('institution');
    this.#releases.push(() => institutions.leave(institutionId));
    return undefined;
  }

  /** Calls `next` when it is the request's turn at the service, at once if there is room; with the problem if it does not come in time. */
  awaitTurn(service: string, tenant: Tenant, cost: number, next: (problem?: Problem) => void): void {
    if (this.#hasLeft) return;
    let timer: NodeJS.Timeout | undefined;
    let hasBegun = false;
    const leave = this.#admission.queueOf(service).enter(tenant, cost, () => {
      hasBegun = true;
      clearTimeout(timer);
      next();
    });
    this.#releases.push(() => {
      clearTimeout(timer);
      leave();
    });
    if (hasBegun) return;
    timer = setTimeout(() => {
      this.leave();
      next(this.#admission.shed('wait'));
    }, this.#admission.waitMs);
  }

  /** Ends the request. */
  leave(): void {
    this.#hasLeft = true;
    for (const release of this.#releases.splice(0)) release();
  }
}
