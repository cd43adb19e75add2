import { present } from '../../../../platform/core/present.ts';
import {
  type CurriculumVersion,
  ElectionMode,
} from '../../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import type { CurriculumVersionView } from '../../../schema/curriculum-version.ts';

const electionModes = new Map<ElectionMode, CurriculumVersionView['electionMode']>([
  [ElectionMode.ELECT_WHENEVER, 'ELECT_WHENEVER'],
  [ElectionMode.ELECT_BEFORE_TERM, 'ELECT_BEFORE_TERM'],
  [ElectionMode.ELECT_AFTER_TERM, 'ELECT_AFTER_TERM'],
]);

/** A curriculum version's own properties, as the specification shows them. */
export function curriculumVersionView(version: CurriculumVersion): CurriculumVersionView {
  const { electionMode, sourceCohort } = version;
  return {
    id: version.id,
    version: version.version,
    name: version.name,
    createdAt: version.createdAt,
    updatedAt: version.updatedAt,
    curriculaId: version.curriculaId,
    electionEndWeeks: version.electionEndWeeks ?? null,
    electionStartWeeks: version.electionStartWeeks ?? null,
    electionMode: electionMode === undefined ? null : present(electionModes.get(electionMode), 'election mode'),
    isCohortVersion: version.isCohortVersion,
    sourceCohortId: sourceCohort?.id ?? null,
    sourceCohort: sourceCohort ? { id: sourceCohort.id, name: sourceCohort.name } : null,
    isDefault: version.isDefault,
  };
}
