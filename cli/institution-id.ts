import { Refusal } from '../platform/core/errors/refusal.ts';
import { isUuid } from '../platform/core/ids.ts';

/** The id of an institution as a call may name it; what is no UUID is the id of none (decisions 1.1). */
export function institutionIdOf(text: string): string {
  if (!isUuid(text)) throw new Refusal('INSTITUTION_NOT_FOUND');
  return text.toLowerCase();
}
