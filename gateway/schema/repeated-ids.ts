import type { Violation } from '../../platform/core/errors/refusal.ts';

/** A violation for each id that repeats an earlier one of the list, regardless of case (decisions 9.7). */
export function repeatedIds(ids: readonly string[], pointer: string): Violation[] {
  const taken = new Set<string>();
  return ids.flatMap((id, index): Violation[] => {
    const key = id.toLowerCase();
    if (taken.has(key)) return [{ pointer: `${pointer}/${index}`, code: 'invalid_value', message: 'is named twice' }];
    taken.add(key);
    return [];
  });
}
