import type { Violation } from '../errors/refusal.ts';
import type { Named } from './match-by-ref.ts';

/** One violation for each record of a batch whose ref an earlier record has. */
export function repeatedRefs(records: readonly Named[]): Violation[] {
  const taken = new Set<string>();
  return records.flatMap(({ ref }, index): Violation[] => {
    if (!taken.has(ref)) {
      taken.add(ref);
      return [];
    }
    return [{ pointer: `/records/${index}/ref`, code: 'invalid_value', message: 'is the ref of another record' }];
  });
}
