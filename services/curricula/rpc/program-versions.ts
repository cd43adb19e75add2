import { resourceEvent } from '../../../platform/core/event.ts';
import { cutPage, instantKeyset } from '../../../platform/core/paging.ts';
import { checkRevision } from '../../../platform/core/precondition.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import {
  ProgramUpdatedSchema,
  ProgramVersionCreatedSchema,
  ProgramVersionUpdatedSchema,
} from '../../../proto/gen/lyceum/curricula/v1/events_pb.ts';
import { ProgramVersionService } from '../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import { createProgramVersion as create } from '../domain/create-program-version.ts';
import { CHANGED_BY_NEW_VERSION, versionChanges } from '../domain/program-changes.ts';
import { refuse } from '../domain/refusals.ts';
import { renameProgramVersion as rename } from '../domain/rename-program-version.ts';
import {
  findProgramVersion,
  insertProgramVersion,
  listProgramVersions as list,
  programVersionDetail,
  renameProgramVersion,
} from '../store/program-versions.ts';
import { hasProgram, lockProgram, touchProgram } from '../store/programs.ts';

/** POST /continuing-education/{id}/versions (decisions 9.3): under the program's lock. */
export const createProgramVersion = command(ProgramVersionService.method.createProgramVersion, {
  async run(tx, { studyProgramId, version: given }, { actor, now, newId }) {
    const programId = (await lockProgram(tx, actor, studyProgramId)) ?? refuse('PROGRAM_NOT_FOUND');
    const version = create(given, { id: newId(), programId, revision: newId(), now });
    insertProgramVersion(tx, actor, version);
    touchProgram(tx, actor, programId, { revision: newId(), at: version.createdAt });
    return {
      response: { detail: programVersionDetail(version) },
      events: [
        resourceEvent(ProgramUpdatedSchema, programId, { changed: CHANGED_BY_NEW_VERSION }),
        resourceEvent(ProgramVersionCreatedSchema, version.id, { aggregateId: programId }),
      ],
    };
  },
});

export const getProgramVersion = query(
  ProgramVersionService.method.getProgramVersion,
  async (db, { studyProgramId, id }, { actor }) => {
    const version = (await findProgramVersion(db, actor, studyProgramId, id)) ?? refuse('PROGRAM_VERSION_NOT_FOUND');
    return { detail: programVersionDetail(version, version.cohorts) };
  },
);

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

/**
 * PATCH /continuing-education/{id}/versions/{versionId} (decisions 4.2, 4.4, 9.5): checks and writes under the
 * program's lock.
 */
export const updateProgramVersion = command(ProgramVersionService.method.updateProgramVersion, {
  async run(tx, { studyProgramId, id, precondition, ...request }, { actor, now, newId }) {
    // One batch, in this order: the version is read after the lock is taken.
    const [, found] = await Promise.all([
      lockProgram(tx, actor, studyProgramId),
      findProgramVersion(tx, actor, studyProgramId, id),
    ]);
    const { cohorts, ...version } = found ?? refuse('PROGRAM_VERSION_NOT_FOUND');
    checkRevision(precondition, version.revision);
    const next = rename(version, request, { revision: newId(), now });
    const response = { detail: programVersionDetail(next, cohorts) };
    if (next === version) return { response };
    renameProgramVersion(tx, actor, next);
    touchProgram(tx, actor, next.studyProgramId, { revision: newId(), at: next.updatedAt });
    const aggregateId = next.studyProgramId;
    return {
      response,
      events: [
        resourceEvent(ProgramUpdatedSchema, aggregateId),
        resourceEvent(ProgramVersionUpdatedSchema, next.id, { aggregateId, changed: versionChanges(version, next) }),
      ],
    };
  },
});
