/**
 * Anything countable that holders share. A holder may take more as long as it then has no more than are left free: a single
 * holder gets half, two get a third each, n get 1/(n + 1) each. So a holder that takes all it can get never leaves another without a slot, and apart from
 * the slots reserved for the next holder no slot stays unused while one is needed.
 * Holders that are themselves shared, as institutions are by their clients, may have twice what is left: two thirds for a single one, so that a client
 * with half of all slots leaves some to the other clients of its institution.
 */
export class FairShares {
  readonly #slots: number;
  readonly #timesLeft: number;
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor(slots: number, holders: 'single' | 'shared' = 'single') {
    this.#slots = slots;
    this.#timesLeft = holders === 'shared' ? 2 : 1;
  }

  /** How many are taken. */
  get taken(): number {
    return this.#taken;
  }

  /** Whether none is free for any holder. */
  get isFull(): boolean {
    return this.#taken >= this.#slots;
  }

  /** The number one holder has. */
  heldBy(holder: string): number {
    return this.#held.get(holder) ?? 0;
  }

  /** Takes some; false if the holder gets none. Release the same number afterwards. */
  take(holder: string, amount = 1): boolean {
    const held = this.heldBy(holder);
    if (held > this.#timesLeft * (this.#slots - this.#taken - amount)) return false;
    if (this.#taken + amount > this.#slots) return false;
    this.#held.set(holder, held + amount);
    this.#taken += amount;
    return true;
  }

  leave(holder: string, amount = 1): void {
    const held = this.heldBy(holder);
    if (held > amount) this.#held.set(holder, held - amount);
    else this.#held.delete(holder);
    this.#taken -= amount;
  }
}

/** The owner of the request. */
export interface Tenant {
  readonly institutionId: string;
  readonly integrationId: string;
}

/** What institutions share, and within each its clients: a fair share for each, however many clients there are. */
export class TenantShares {
  readonly #institutions: FairShares;
  readonly #clients: FairShares;

  constructor(slots: number) {
    this.#institutions = new FairShares(slots, 'shared');
    this.#clients = new FairShares(slots);
  }

  /** The number that an institution has. */
  heldBy(institutionId: string): number {
    return this.#institutions.heldBy(institutionId);
  }

  /** Takes some; false if the client or its institution gets none. */
  take(tenant: Tenant, amount: number): boolean {
    if (!this.#clients.take(clientOf(tenant), amount)) return false;
    if (this.#institutions.take(tenant.institutionId, amount)) return true;
    this.#clients.leave(clientOf(tenant), amount);
    return false;
  }

  leave(tenant: Tenant, amount: number): void {
    this.#clients.leave(clientOf(tenant), amount);
    this.#institutions.leave(tenant.institutionId, amount);
  }
}

function clientOf({ institutionId, integrationId }: Tenant): string {
  return `${institutionId}/${integrationId}`;
}
