import { resourceEvent } from '../../../platform/core/event.ts';
import { command } from '../../../platform/handler/command.ts';
import { ProgramCreatedSchema, ProgramVersionCreatedSchema } from '../../../proto/gen/lyceum/curricula/v1/events_pb.ts';
import { ProgramService } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { createProgram as decide } from '../domain/create-program.ts';
import { connectCurricula, lockConnectableCurricula } from '../store/program-curricula.ts';
import { programMessage } from '../store/program-messages.ts';
import { insertProgramVersion } from '../store/program-versions.ts';
import { insertProgram } from '../store/programs.ts';

/** POST /continuing-education (decisions 9.3, 9.4): program, first version and connections in one transaction. */
export const createProgram = command(ProgramService.method.createProgram, {
  async run(tx, request, { actor, now, newId }) {
    const connectable = await lockConnectableCurricula(tx, actor, request.curriculaIds);
    const { program, version, connected } = decide(request, { connectable, now, newId });
    insertProgram(tx, actor, program);
    insertProgramVersion(tx, actor, version);
    connectCurricula(tx, actor, program.id, connected);
    const message = programMessage(program, {
      versions: [version],
      responsibleUserIds: [],
      connectedCurricula: connected,
      cohortsCount: 0,
    });
    return {
      response: { program: message },
      events: [
        resourceEvent(ProgramCreatedSchema, program.id),
        resourceEvent(ProgramVersionCreatedSchema, version.id, { aggregateId: program.id }),
      ],
    };
  },
});
