import { Refusal } from '../../platform/core/errors/refusal.ts';
import { sentenceOf } from '../components/refusals.ts';
import type { Values } from './opened-form.ts';

/** The records found, or the faults of the filters by their names. */
export interface Search<T> {
  /** Undefined if there is a fault. */
  readonly found?: T | undefined;
  /** By the names of the filters. */
  readonly faults: Values;
}

/**
 * Searches the records that filters select, unless a filter has a fault. A service's violation of a value is shown
 * beside its filter, too; a violation of anything else, such as the position of a page, is thrown.
 * @param faults the faults found so far
 * @param filters the names of filters by those of the service's fields
 */
export async function search<T>(
  faults: Values,
  filters: Readonly<Record<string, string>>,
  find: () => Promise<T>,
): Promise<Search<T>> {
  if (Object.keys(faults).length > 0) return { found: undefined, faults };
  try {
    return { found: await find(), faults };
  } catch (error) {
    const violations = error instanceof Refusal ? error.violations : [];
    const named = violations.map(({ pointer, message }) => [filters[pointer.slice(1)], sentenceOf(message)] as const);
    if (named.length === 0 || named.some(([name]) => name === undefined)) throw error;
    return { found: undefined, faults: Object.fromEntries(named) };
  }
}
