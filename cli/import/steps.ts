import { batchesOf } from './batches.ts';
import type { Bundle, RecordOf, SectionName } from './bundle/bundle.ts';
import type { ImportedIds } from './imported-ids.ts';
import type { Importer, ImportRequest } from './importers/importer.ts';

/** A request of an import, with where its records stand in the bundle. */
export interface Step extends ImportRequest {
  readonly section: SectionName;
  /** The index of its batch's first record in the section. */
  readonly start: number;
  /** The bundle's names of fields that the service calls otherwise. */
  readonly names: Readonly<Record<string, string>>;
  /** How many of the section's records are done with it. */
  readonly done: number;
}

/** What a section is sent as. Each request is made when it is asked for, with the ids that are known by then. */
export function* stepsOf(importer: Importer, bundle: Bundle, ids: ImportedIds): Generator<Step> {
  const { section, weigh, names = {} } = importer;
  const records: readonly RecordOf<SectionName>[] = bundle[section] ?? [];
  for (const { start, records: batch } of batchesOf(records, weigh)) {
    for (const request of importer.requests(batch, { start, ids }))
      yield { ...request, section, start, names, done: start + batch.length };
  }
}
