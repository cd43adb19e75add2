import { endpoints } from '../../gateway/routes/endpoints.ts';
import type { ManualPages } from '../manuals/manual-pages.ts';
import type { Entry } from './entry.ts';
import { manualEntries } from './manual-entries.ts';
import { referenceEntries } from './reference-entries.ts';

/** What a search can find: the sections of all manuals, and the reference. */
export function documentationEntries(manuals: readonly ManualPages[]): Entry[] {
  return [...manuals.flatMap(manualEntries), ...referenceEntries(endpoints)];
}
