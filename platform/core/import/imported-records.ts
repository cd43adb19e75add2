import { type ImportedRecord, ImportOutcome } from '../../../proto/gen/lyceum/common/v1/import_pb.ts';
import type { Entry, Named } from './match-by-ref.ts';

/** The result of an import for one record. @param layerId for courses only */
export function importedRecord<Values extends Named>(
  section: string,
  { id, values, change }: Pick<Entry<Values>, 'id' | 'values' | 'change'>,
  layerId = '',
): ImportedRecord {
  return {
    $typeName: 'lyceum.common.v1.ImportedRecord',
    section,
    ref: values.ref,
    id,
    outcome: OUTCOMES[change],
    layerId,
  };
}

const OUTCOMES = {
  create: ImportOutcome.CREATED,
  update: ImportOutcome.UPDATED,
  none: ImportOutcome.UNCHANGED,
} as const;
