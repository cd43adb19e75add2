import { query } from '../../../platform/handler/query.ts';
import { ProgramService } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findProgram } from '../store/programs.ts';

export const getProgram = query(ProgramService.method.getProgram, async (db, { id }, { actor }) => ({
  program: (await findProgram(db, actor, id)) ?? refuse('PROGRAM_NOT_FOUND'),
}));
