import type { Call } from '../../../platform/calls/caller.ts';
import { resourceEvent } from '../../../platform/core/event.ts';
import { cutPage, instantKeyset } from '../../../platform/core/paging.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { ProgramCreatedSchema, ProgramVersionCreatedSchema } from '../../../proto/gen/lyceum/curricula/v1/events_pb.ts';
import { ProgramService } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { createProgram as decide } from '../domain/create-program.ts';
import { refuse } from '../domain/refusals.ts';
import { connectCurricula, lockConnectableCurricula } from '../store/program-curricula.ts';
import { programMessage } from '../store/program-messages.ts';
import { insertProgramVersion } from '../store/program-versions.ts';
import { findProgram, insertProgram, listPrograms as list } from '../store/programs.ts';

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

export const getProgram = query(ProgramService.method.getProgram, async (db, { id }, { actor }) => ({
  program: (await findProgram(db, actor, id)) ?? refuse('PROGRAM_NOT_FOUND'),
}));

/** GET /continuing-education (decisions 2.5): in order of creation, each program in full. */
export const listPrograms = query(ProgramService.method.listPrograms, async (db, request, { actor }) => {
  const keyset = instantKeyset(request.page);
  const found = await list(db, actor, keyset, {
    code: request.code ?? null,
    ids: request.ids?.ids ?? null,
    isArchived: request.isArchived ?? null,
    updatedSince: request.updatedSince ?? null,
  });
  const { rows, hasMore } = cutPage(found, keyset);
  return { programs: rows, hasMore };
});

/** Those of the ids that are users of directory, including archived ones. */
export async function knownUsers(ids: readonly string[], call: Call): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (let start = 0; start < ids.length; start += MAX_IDS) {
    const { users } = await call(UserService.method.batchGetUsers, { ids: ids.slice(start, start + MAX_IDS) });
    for (const { id } of users) known.add(id);
  }
  return known;
}

/** The limit of a batch get. */
const MAX_IDS = 1000;
