import { present } from '../../../platform/core/present.ts';
import type { Program } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { asView, objectOf } from '../../endpoint/envelope.ts';
import type { ProgramView, SimpleUserView } from '../../schema/program.ts';
import { curriculumView } from '../curricula/curriculum-view.ts';
import { programVersionView } from './versions/version-view.ts';

interface ProgramContext {
  readonly institutionId: string;
  /** In display order. */
  readonly responsibleUsers: SimpleUserView[];
}

/** The properties that the answer shows as the message has them. */
type Plain = Pick<
  ProgramView,
  | ('id' | 'name' | 'objective' | 'isArchived' | 'code' | 'defaultStudyTime' | 'hasCohorts' | 'type')
  | ('versionsCount' | 'cohortsCount' | 'defaultTuitionFeePlanId')
>;

/** A program as the specification shows it; its versions are ordered by creation (decisions 9.3, 9.4). */
export function programView(program: Program, { institutionId, responsibleUsers }: ProgramContext): ProgramView {
  const versions = program.versions.map((version) => programVersionView(version, institutionId));
  const defaultVersion = versions.find(({ isDefault }) => isDefault);
  return {
    ...asView<Plain, Program>(program),
    institutionId,
    statisticData: objectOf(program.statisticData),
    hasStatistics: false,
    studyProgramVersion: versions,
    responsibleUsers,
    connectedCurricula: program.connectedCurricula.map((curriculum) => curriculumView(curriculum, institutionId)),
    firstVersion: present(versions[0], 'first version'),
    defaultVersion: present(defaultVersion, 'default version'),
    studyProgramMetadata: null,
  };
}
