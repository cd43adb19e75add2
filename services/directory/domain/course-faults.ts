import type { Violation } from '../../../platform/core/errors/refusal.ts';
import { repeatedRefs } from '../../../platform/core/import/repeated-refs.ts';
import type { CourseRecord } from '../../../proto/gen/lyceum/directory/v1/import_pb.ts';
import { emptyTexts } from './empty-texts.ts';

/** The violations in a batch of a bundle's courses: a ref twice, an empty text. */
export function courseFaults(records: readonly CourseRecord[]): Violation[] {
  return [...repeatedRefs(records), ...emptyTexts(records, ['code', 'layerName'])];
}
