import { Refusal } from '../../platform/core/errors/refusal.ts';
import type { Values } from './opened-form.ts';
import { sentenceOf } from './sent-form.ts';

/** What was found, or what is wrong with the filters by their names. */
export interface Search<T> {
  /** Undefined if there is a fault. */
  readonly found?: T | undefined;
  /** By the names of the filters. */
  readonly faults: Values;
}

/**
 * Searches what filters select, unless there is something wrong with one of them. What a service says of a value stands
 * beside its filter, too; what it says of anything else, such as the place of a page, is thrown.
 * @param faults what is wrong already
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
