import { endpoints } from '../routes/endpoints.ts';
import { guideEntries } from './guide-entries.ts';
import { installedGuides } from './installed-guides.ts';
import { MadeOnce } from './made-once.ts';
import { MANUALS } from './manuals.ts';
import { referenceEntries } from './reference-entries.ts';
import { SearchIndex } from './search-index.ts';

const built = new MadeOnce<'index', SearchIndex>();

/** The index of all manuals and of the reference, built once per process, for the first search. */
export function documentationIndex(): Promise<SearchIndex> {
  return built.get('index', async () => {
    const manuals = await Promise.all(MANUALS.map(installedGuides));
    return SearchIndex.of([...manuals.flatMap(guideEntries), ...referenceEntries(endpoints)]);
  });
}
