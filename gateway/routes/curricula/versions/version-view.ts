import type { CurriculumVersion } from '../../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { type CurriculumVersionView, electionModes } from '../../../schema/curriculum-version.ts';

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
    electionMode: electionMode === undefined ? null : electionModes.of(electionMode),
    isCohortVersion: version.isCohortVersion,
    sourceCohortId: sourceCohort?.id ?? null,
    sourceCohort: sourceCohort ? { id: sourceCohort.id, name: sourceCohort.name } : null,
    isDefault: version.isDefault,
  };
}
