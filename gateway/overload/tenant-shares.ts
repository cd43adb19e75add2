import { FairShares } from '../../platform/process/load/fair-shares.ts';

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

  constructor(places: number) {
    this.#institutions = new FairShares(places, 'shared');
    this.#clients = new FairShares(places);
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
