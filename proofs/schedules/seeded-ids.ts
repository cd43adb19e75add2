import { v7 } from 'uuid';
import { type Ids, systemIds } from '../../platform/core/ids.ts';
import { Draws } from '../../test/support/draws.ts';

/** Ids that a seed determines, in the order of creation like those of the product. */
export class SeededIds implements Ids {
  readonly newRequestId = systemIds.newRequestId;
  readonly newClientId = systemIds.newClientId;
  readonly newSecret = systemIds.newSecret;
  #random = Draws.of('');
  #seq = 0;

  /** From now on gives the ids of another seed. */
  reseed(text: string): void {
    this.#random = Draws.of(text);
    this.#seq = 0;
  }

  newId(): string {
    return v7({
      msecs: FIRST_MS,
      seq: this.#seq++,
      random: Uint8Array.from({ length: 16 }, () => this.#random.below(256)),
    });
  }
}

const FIRST_MS = Date.UTC(2026, 0);
