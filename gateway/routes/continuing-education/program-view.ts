import { present } from '../../../platform/core/present.ts';
import type { Program } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import type { ProgramView, SimpleUserView } from '../../schema/program.ts';
import { curriculumView } from '../curricula/curriculum-view.ts';
import { programVersionView } from './versions/version-view.ts';

interface ProgramContext {
  readonly institutionId: string;
  /** In display order. */
  readonly responsibleUsers: SimpleUserView[];
}

/** A program as the specification shows it; its versions are ordered by creation (decisions 9.3, 9.4). */
export function programView(program: Program, { institutionId, responsibleUsers }: ProgramContext): ProgramView {
  const versions = program.versions.map((version) => programVersionView(version, institutionId));
  return {
    id: program.id,
    name: program.name,
    institutionId,
    objective: program.objective ?? null,
    isArchived: program.isArchived,
    code: program.code ?? null,
    statisticData: null,
    ...(program.defaultStudyTime === undefined ? {} : { defaultStudyTime: program.defaultStudyTime }),
    defaultTuitionFeePlanId: null,
    hasCohorts: program.hasCohorts,
    hasStatistics: false,
    type: program.type ?? null,
    studyProgramVersion: versions,
    responsibleUsers,
    connectedCurricula: program.connectedCurricula.map((curriculum) => curriculumView(curriculum, institutionId)),
    firstVersion: present(versions[0], 'first version'),
    defaultVersion: present(
      versions.find(({ isDefault }) => isDefault),
      'default version',
    ),
    versionsCount: program.versionsCount,
    cohortsCount: program.cohortsCount,
    studyProgramMetadata: null,
  };
}
