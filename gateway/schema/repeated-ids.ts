import type { Violation } from '../../platform/core/errors/refusal.ts';

/**
 * A violation for each id that repeats an earlier one of the list, regardless of case (decisions 9.7).
 * @param pointerAt the JSON pointer of the id at an index
 */
export function repeatedIds(ids: readonly string[], pointerAt: (index: number) => string): Violation[] {
  const taken = new Set<string>();
  return ids.flatMap((id, index): Violation[] => {
    const key = id.toLowerCase();
    if (taken.has(key)) return [{ pointer: pointerAt(index), code: 'invalid_value', message: 'is given twice' }];
    taken.add(key);
    return [];
  });
}
