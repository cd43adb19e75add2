import { resourceEvent } from '../../../platform/core/event.ts';
import { command } from '../../../platform/handler/command.ts';
import { ProgramUpdatedSchema, ProgramVersionCreatedSchema } from '../../../proto/gen/lyceum/curricula/v1/events_pb.ts';
import { ProgramVersionService } from '../../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import { createProgramVersion as decide } from '../domain/create-program-version.ts';
import { CHANGED_BY_NEW_VERSION } from '../domain/program-changes.ts';
import { refuse } from '../domain/refusals.ts';
import { insertProgramVersion, programVersionDetail } from '../store/program-versions.ts';
import { lockProgram, touchProgram } from '../store/programs.ts';

/** POST /continuing-education/{id}/versions (decisions 9.3): under the program's lock. */
export const createProgramVersion = command(ProgramVersionService.method.createProgramVersion, {
  async run(tx, { studyProgramId, version: given }, { actor, now, newId }) {
    const programId = (await lockProgram(tx, actor, studyProgramId)) ?? refuse('PROGRAM_NOT_FOUND');
    const version = decide(given, { id: newId(), programId, revision: newId(), now });
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
