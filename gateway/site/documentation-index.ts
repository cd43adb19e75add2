import { endpoints } from '../routes/endpoints.ts';
import { guideEntries } from './guide-entries.ts';
import { installedGuides } from './installed-guides.ts';
import { MANUALS } from './manuals.ts';
import { referenceEntries } from './reference-entries.ts';
import { SearchIndex } from './search-index.ts';

let index: Promise<SearchIndex> | undefined;

/** The index of all manuals and of the reference, built once per process, for the first search. */
export function documentationIndex(): Promise<SearchIndex> {
  index ??= Promise.all(MANUALS.map(installedGuides)).then((manuals) =>
    SearchIndex.of([...manuals.flatMap(guideEntries), ...referenceEntries(endpoints)]),
  );
  return index;
}
