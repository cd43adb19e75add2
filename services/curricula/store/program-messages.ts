import type { Curriculum } from '../../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import type { Program } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import type { ProgramVersion } from '../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import type { ProgramState } from '../domain/program.ts';
import type { ProgramVersionState } from '../domain/program-version.ts';

/** What a program shows beside its own columns. */
interface Shown {
  /** In order of creation. */
  readonly versions: readonly ProgramVersionState[];
  readonly responsibleUserIds: readonly string[];
  /** In the order in which they were connected. */
  readonly connectedCurricula: readonly Curriculum[];
  readonly cohortsCount: number;
}

export function programMessage(program: ProgramState, shown: Shown): Program {
  return {
    $typeName: 'lyceum.curricula.v1.Program',
    id: program.id,
    name: program.name,
    objective: program.objective ?? undefined,
    isArchived: program.isArchived,
    code: program.code ?? undefined,
    defaultStudyTime: program.defaultStudyTime ?? undefined,
    hasCohorts: program.hasCohorts,
    type: program.type ?? undefined,
    versions: shown.versions.map(programVersionMessage),
    responsibleUserIds: [...shown.responsibleUserIds],
    connectedCurricula: [...shown.connectedCurricula],
    versionsCount: shown.versions.length,
    cohortsCount: shown.cohortsCount,
    createdAt: program.createdAt,
    updatedAt: program.updatedAt,
    revision: program.revision,
  };
}

export function programVersionMessage(version: ProgramVersionState): ProgramVersion {
  return {
    $typeName: 'lyceum.curricula.v1.ProgramVersion',
    id: version.id,
    name: version.name,
    studyProgramId: version.studyProgramId,
    isDefault: version.isDefault,
    createdAt: version.createdAt,
    updatedAt: version.updatedAt,
    revision: version.revision,
  };
}
