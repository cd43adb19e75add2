import { cutPage, instantKeyset } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { ProgramVersionService } from '../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { listProgramVersions as list } from '../store/program-versions.ts';
import { hasProgram } from '../store/programs.ts';

/** GET /continuing-education/{id}/versions (decisions 2.5, 9.3): in order of creation, without cohorts. */
export const listProgramVersions = query(
  ProgramVersionService.method.listProgramVersions,
  async (db, { page, studyProgramId }, { actor }) => {
    const keyset = instantKeyset(page);
    const found = await list(db, actor, studyProgramId, keyset);
    // A program with a version exists; only an empty page needs the check.
    if (found.length === 0 && !(await hasProgram(db, actor, studyProgramId))) refuse('PROGRAM_NOT_FOUND');
    const { rows, hasMore } = cutPage(found, keyset);
    return { versions: rows, hasMore };
  },
);
