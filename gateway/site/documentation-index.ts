import { endpoints } from '../routes/endpoints.ts';
import { guideEntries } from './guide-entries.ts';
import { installedGuides } from './installed-guides.ts';
import { referenceEntries } from './reference-entries.ts';
import { SearchIndex } from './search-index.ts';

/** The index of all guides and of the reference, built once per process. */
export const documentationIndex = new SearchIndex([
  ...installedGuides.guides.flatMap(guideEntries),
  ...referenceEntries(endpoints),
]);
