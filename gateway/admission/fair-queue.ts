import { type Tenant, TenantShares } from './fair-shares.ts';

interface Waiting {
  readonly tenant: Tenant;
  readonly cost: number;
  begin(): void;
}

/** The clients of one institution that wait, each with its requests in the order of their arrival. */
interface Institution {
  readonly turns: Turns;
  readonly clients: Map<string, Waiting[]>;
}

/**
 * The requests to one service: as many at once as their costs allow, the others wait. Institutions take turns, and the clients of each, so that
 * all that wait get the same for the same time; whoever is alone gets everything but the part that admits the next one (TenantShares). A
 * request keeps its part until it leaves, which is when its client has received the whole answer: who does not read waits for himself.
 */
export class FairQueue {
  readonly #capacity: number;
  readonly #held: TenantShares;
  readonly #turns = new Turns();
  readonly #institutions = new Map<string, Institution>();
  #waiting = 0;

  /** @param capacity the sum of the costs of the requests that may be under way */
  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#held = new TenantShares(capacity);
  }

  /** How many requests wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Calls `begin` when it is the request's turn, at once if there is room. Call the function that it returns once, whether or not the request
   * has begun: it ends it, or removes it from the queue.
   */
  enter(tenant: Tenant, cost: number, begin: () => void): () => void {
    let hasBegun = false;
    const request: Waiting = {
      tenant,
      // However much it costs, it may run alone.
      cost: Math.min(cost, this.#capacity),
      begin() {
        hasBegun = true;
        begin();
      },
    };
    if (this.#waiting === 0 && this.#held.take(tenant, request.cost)) {
      this.#turns.took(tenant.institutionId, request.cost);
      request.begin();
    } else {
      this.#push(request);
      this.#beginNext();
    }
    return () => {
      if (hasBegun) this.#held.leave(tenant, request.cost);
      else this.#remove(request);
      this.#beginNext();
    };
  }

  #beginNext(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const { tenant, cost } = next;
      this.#turns.took(tenant.institutionId, cost);
      this.#institutions.get(tenant.institutionId)?.turns.took(tenant.integrationId, cost);
      this.#remove(next);
      next.begin();
    }
  }

  /**
   * Takes the part of the first request whose institution and client may have more; undefined if none may, or if an institution that has nothing
   * under way waits for room.
   */
  #next(): Waiting | undefined {
    if (this.#waiting === 0) return undefined;
    for (const id of this.#turns.inOrder(this.#institutions.keys())) {
      const { turns, clients } = this.#institutions.get(id) as Institution;
      for (const client of turns.inOrder(clients.keys())) {
        const [first] = clients.get(client) as [Waiting];
        if (this.#held.take(first.tenant, first.cost)) return first;
        // Smaller ones must not pass it for ever. Who has something under way waits for that as well, and must hold nobody up.
        if (this.#held.heldBy(id) === 0) return undefined;
      }
    }
    return undefined;
  }

  #push(request: Waiting): void {
    const { institutionId, integrationId } = request.tenant;
    const institution = this.#institutions.get(institutionId) ?? { turns: new Turns(), clients: new Map() };
    this.#institutions.set(institutionId, institution);
    const requests = institution.clients.get(integrationId) ?? [];
    institution.clients.set(integrationId, requests);
    requests.push(request);
    this.#waiting++;
  }

  #remove(request: Waiting): void {
    const { institutionId, integrationId } = request.tenant;
    const institution = this.#institutions.get(institutionId);
    const requests = institution?.clients.get(integrationId);
    const at = requests?.indexOf(request) ?? -1;
    if (!institution || !requests || at < 0) return;
    requests.splice(at, 1);
    this.#waiting--;
    if (requests.length === 0) institution.clients.delete(integrationId);
    if (institution.clients.size === 0) this.#institutions.delete(institutionId);
  }
}

/**
 * Whose turn it is when holders get their turns one after the other and each turn has a cost: in the end all that keep waiting have cost the
 * same. This is start-time fair queueing (Goyal, Vin and Cheng, 1996): a turn starts where the holder's last one ended, on a clock of costs,
 * but not before the latest turn started, so that nobody saves turns for later.
 */
class Turns {
  #latestStart = 0;
  /** Where the last turn of each holder ended. */
  readonly #ends = new Map<string, number>();

  /** The holders, the next one first; those whose turns start at the same point stay in their order. */
  inOrder(holders: Iterable<string>): string[] {
    return [...holders].sort((one, other) => this.#startOf(one) - this.#startOf(other));
  }

  /** Counts a turn. */
  took(holder: string, cost: number): void {
    this.#latestStart = this.#startOf(holder);
    this.#ends.set(holder, this.#latestStart + cost);
    if (this.#ends.size > HOLDERS_AT_MOST) this.#forget();
  }

  #startOf(holder: string): number {
    return Math.max(this.#latestStart, this.#ends.get(holder) ?? 0);
  }

  /** A holder whose last turn ended before the latest one started is like a new one. */
  #forget(): void {
    for (const [holder, end] of this.#ends) if (end <= this.#latestStart) this.#ends.delete(holder);
  }
}

/** More than are active at once: beyond it, those without a recent turn are forgotten. */
const HOLDERS_AT_MOST = 1_000;
