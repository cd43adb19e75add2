import { isUuid } from '../platform/core/ids.ts';
import { refuse } from '../services/directory/domain/refusals.ts';

/** Normalises an institution's id. Text that is not a UUID is the id of no institution (decisions 1.1): throws a Refusal. */
export function institutionIdOf(text: string): string {
  if (!isUuid(text)) refuse('INSTITUTION_NOT_FOUND');
  return text.toLowerCase();
}
