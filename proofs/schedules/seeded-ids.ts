import { v7 } from 'uuid';
import { systemIds } from '../../platform/core/ids.ts';
import { Draws } from '../../test/support/draws.ts';

/** Ids that a seed determines, in the order of creation like those of the product. */
export function seededIds() {
  let random = Draws.of('');
  let seq = 0;
  return {
    ...systemIds,
    newId: () => v7({ msecs: FIRST_MS, seq: seq++, random: Uint8Array.from({ length: 16 }, () => random.below(256)) }),
    /** From now on gives the ids of another seed. */
    reseed(text: string): void {
      random = Draws.of(text);
      seq = 0;
    },
  };
}

const FIRST_MS = Date.UTC(2026, 0);
