import type { SourceCohortRecord } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { RecordFaults } from './record-faults.ts';

/** The part of a curriculum version that concerns its source cohort. */
export interface CohortVersion {
  readonly id: string;
  readonly ref: string;
  readonly curriculumId: string;
  readonly sourceCohortId: string | null;
}

/**
 * The curriculum versions whose source cohort changes, in their new state. Refuses with REQUEST_INVALID a version that appears twice, and a version
 * or cohort that the institution does not have.
 */
export function planSourceCohorts(
  records: readonly SourceCohortRecord[],
  versions: readonly CohortVersion[],
  cohortIds: ReadonlySet<string>,
): CohortVersion[] {
  const byId = new Map(versions.map((version) => [version.id, version]));
  const taken = new Set<string>();
  const faults = new RecordFaults();
  const changed = records.flatMap(({ curriculaVersionId, cohortId = null }, i) => {
    const version = byId.get(curriculaVersionId);
    if (!version) faults.unknown(`/records/${i}/curriculaVersionId`, 'curriculum version of the institution');
    if (taken.has(curriculaVersionId)) faults.impossible(`/records/${i}/curriculaVersionId`, 'is named twice');
    taken.add(curriculaVersionId);
    if (cohortId !== null && !cohortIds.has(cohortId))
      faults.unknown(`/records/${i}/cohortId`, 'cohort of the institution');
    return version && version.sourceCohortId !== cohortId ? [{ ...version, sourceCohortId: cohortId }] : [];
  });
  faults.refuseAny();
  return changed;
}
