import { cutPage, instantKeyset } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { ProgramService } from '../../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { listPrograms as list } from '../store/programs.ts';

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
