import type { Call } from '../../../platform/calls/caller.ts';
import type { ImportedRecord } from '../../../proto/gen/lyceum/common/v1/import_pb.ts';
import type { RecordOf, SectionName } from '../bundle/bundle.ts';
import type { ImportedIds } from '../imported-ids.ts';

/** How a section of a bundle reaches its service. */
export interface Importer<S extends SectionName = SectionName> {
  readonly section: S;
  /** Sends a batch. */
  send(batch: RecordOf<S>[], way: Way): Promise<ImportedRecord[]>;
  /** How large a record is: 1, and one more for everything in it that grows with the institution. 1 by default. */
  weigh?(record: RecordOf<S>): number;
  /** The bundle's names of fields that the service calls otherwise. */
  readonly names?: Readonly<Record<string, string>>;
}

export interface Way {
  /** Calls for the bundle's institution. */
  readonly call: Call;
  /** The index of the batch's first record in its section. */
  readonly start: number;
  /** The ids of what was imported before. */
  readonly ids: ImportedIds;
}
