/**
 * Places that holders share, or bytes: whatever there is a number of. A holder takes more as long as he has no more than are left free behind
 * it: one alone gets half of them, two a third each, n of them a part of n + 1. So one who takes all that he can get never leaves another without a place, and nobody is kept
 * from places that none else wants but for those that stay free for the next one.
 * Holders who are shared by others, as institutions are by their clients, may have twice what is left: two thirds alone, so that a client who has taken
 * half of all leaves places to his institution's others.
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

  /** Whether none is free, for anybody. */
  get isFull(): boolean {
    return this.#taken >= this.#slots;
  }

  /** How many one holder has. */
  heldBy(holder: string): number {
    return this.#held.get(holder) ?? 0;
  }

  /** Takes some; false when the holder gets none. Who has taken some leaves as many again. */
  take(holder: string, amount = 1): boolean {
    const held = this.heldBy(holder);
    if (held > this.#timesLeft * (this.#slots - this.#taken - amount)) return false;
    if (this.#taken + amount > this.#slots) return false;
    this.add(holder, amount);
    return true;
  }

  /** Takes some for a holder who can not be refused any more: what is there counts, and keeps others from taking what is not. */
  add(holder: string, amount = 1): void {
    this.#held.set(holder, this.heldBy(holder) + amount);
    this.#taken += amount;
  }

  leave(holder: string, amount = 1): void {
    const held = this.heldBy(holder);
    if (held > amount) this.#held.set(holder, held - amount);
    else this.#held.delete(holder);
    this.#taken -= amount;
  }
}

/** Whose request it is. */
export interface Tenant {
  readonly institutionId: string;
  readonly integrationId: string;
}

/** Whose share was not enough. */
export type Short = 'institution' | 'client';

/** Places, or bytes, that institutions share, and their clients: a fair share of each, whatever the number of a client's neighbours. */
export class TenantShares {
  readonly #institutions: FairShares;
  readonly #clients: FairShares;

  constructor(slots: number) {
    this.#institutions = new FairShares(slots, 'shared');
    this.#clients = new FairShares(slots);
  }

  /** How many are taken. */
  get taken(): number {
    return this.#institutions.taken;
  }

  /** Takes some; returns for want of whose share it could not. */
  take(tenant: Tenant, amount = 1): Short | undefined {
    if (!this.#clients.take(clientOf(tenant), amount)) return 'client';
    if (this.#institutions.take(tenant.institutionId, amount)) return undefined;
    this.#clients.leave(clientOf(tenant), amount);
    return 'institution';
  }

  /** Takes some that are in use already. */
  add(tenant: Tenant, amount: number): void {
    this.#clients.add(clientOf(tenant), amount);
    this.#institutions.add(tenant.institutionId, amount);
  }

  leave(tenant: Tenant, amount = 1): void {
    this.#clients.leave(clientOf(tenant), amount);
    this.#institutions.leave(tenant.institutionId, amount);
  }
}

function clientOf({ institutionId, integrationId }: Tenant): string {
  return `${institutionId}/${integrationId}`;
}
