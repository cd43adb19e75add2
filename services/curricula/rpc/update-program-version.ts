import { resourceEvent } from '../../../platform/core/event.ts';
import { checkRevision } from '../../../platform/core/precondition.ts';
import { command } from '../../../platform/handler/command.ts';
import { ProgramUpdatedSchema, ProgramVersionUpdatedSchema } from '../../../proto/gen/lyceum/curricula/v1/events_pb.ts';
import { ProgramVersionService } from '../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import { versionChanges } from '../domain/program-changes.ts';
import { refuse } from '../domain/refusals.ts';
import { renameProgramVersion as decide } from '../domain/rename-program-version.ts';
import { findProgramVersion, programVersionDetail, renameProgramVersion } from '../store/program-versions.ts';
import { lockProgram, touchProgram } from '../store/programs.ts';

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
    const next = decide(version, request, { revision: newId(), now });
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
