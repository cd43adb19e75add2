import { isUuid } from '../platform/core/ids.ts';
import { refuse } from '../services/directory/domain/refusals.ts';

/** The id of an institution as a call may name it; what is no UUID is the id of none (decisions 1.1). */
export function institutionIdOf(text: string): string {
  if (!isUuid(text)) refuse('INSTITUTION_NOT_FOUND');
  return text.toLowerCase();
}
