import { fromInstantText, HOUR_MS } from '../../../platform/core/instant.ts';

/** An integration, of an institution. */
export interface Owner {
  readonly institutionId: string;
  readonly integrationId: string;
}

/** What identity has signed about somebody, with when that was valid, in epoch milliseconds. */
export interface Statement {
  readonly who: { readonly kind: string } & Partial<Owner>;
  readonly from: number;
  readonly to: number;
}

/** What of an integration's requests is proven: all, or only that they came with a wrong secret. */
export type Proven = 'all' | 'rejected' | 'nothing';

/** What identity has signed about those whose requests a gateway tells. */
export class Proofs {
  readonly #ofOwners = new Map<string, Statement[]>();

  constructor(statements: Iterable<Statement>) {
    for (const statement of statements) {
      const { who } = statement;
      if (who.kind === 'integration' || who.kind === 'client')
        this.#ofOwners.getOrInsertComputed(keyOf(who), () => []).push(statement);
    }
  }

  /** What is proven of a request at an instant. @param at in epoch milliseconds */
  at(owner: Owner, at: number): Proven {
    return this.#within(owner, at, at);
  }

  /** What is proven of requests in the hour of an instant (text), which it was once in that hour. */
  inHourOf(owner: Owner, instant: string): Proven {
    const at = fromInstantText(instant);
    const begin = at - (at % HOUR_MS);
    return this.#within(owner, begin, begin + HOUR_MS);
  }

  #within(owner: Owner, begin: number, end: number): Proven {
    let proven: Proven = 'nothing';
    for (const { who, from, to } of this.#ofOwners.get(keyOf(owner)) ?? []) {
      if (end < from - CLOCKS_MS || begin > to + CLOCKS_MS) continue;
      if (who.kind === 'integration') return 'all';
      proven = 'rejected';
    }
    return proven;
  }
}

function keyOf({ institutionId, integrationId }: Partial<Owner>): string {
  return `${institutionId} ${integrationId}`;
}

/** How far the clock of a gateway, which dates the requests, may be from identity's. */
const CLOCKS_MS = 5 * 60 * 1_000;
