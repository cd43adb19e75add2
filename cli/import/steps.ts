import { batchesOf } from './batches.ts';
import type { Bundle, RecordOf, SectionName } from './bundle/bundle.ts';
import type { ImportedIds } from './imported-ids.ts';
import type { Importer, ImportRequest } from './importers/importer.ts';

/** A request of an import, with the location of its records in the bundle. */
export interface Step extends ImportRequest {
  readonly section: SectionName;
  /** The index of its batch's first record in the section. */
  readonly start: number;
  /** The bundle's names of fields that have another name in the service. */
  readonly names: Readonly<Record<string, string>>;
  /** How many of the section's records are done after this step. */
  readonly done: number;
}

/** The requests of a section. Each is created only when it is needed, with the ids known by then. */
export function* stepsOf(importer: Importer, bundle: Bundle, ids: ImportedIds): Generator<Step> {
  const { section, weigh, names = {} } = importer;
  const records: readonly RecordOf<SectionName>[] = bundle[section] ?? [];
  for (const { start, records: batch } of batchesOf(records, weigh)) {
    for (const request of importer.requests(batch, { start, ids }))
      yield { ...request, section, start, names, done: start + batch.length };
  }
}
