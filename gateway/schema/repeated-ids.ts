import type { Violation } from '../../platform/core/errors/refusal.ts';

/** A fault for each id of a list that an earlier one is, in whatever case (decisions 9.7). */
export function repeatedIds(ids: readonly string[], pointer: string): Violation[] {
  const taken = new Set<string>();
  return ids.flatMap((id, index): Violation[] => {
    const key = id.toLowerCase();
    if (taken.has(key)) return [{ pointer: `${pointer}/${index}`, code: 'invalid_value', message: 'is named twice' }];
    taken.add(key);
    return [];
  });
}
