import { query } from '../../../platform/handler/query.ts';
import { ProgramVersionService } from '../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findProgramVersion, programVersionDetail } from '../store/program-versions.ts';

export const getProgramVersion = query(
  ProgramVersionService.method.getProgramVersion,
  async (db, { studyProgramId, id }, { actor }) => {
    const version = (await findProgramVersion(db, actor, studyProgramId, id)) ?? refuse('PROGRAM_VERSION_NOT_FOUND');
    return { detail: programVersionDetail(version, version.cohorts) };
  },
);
