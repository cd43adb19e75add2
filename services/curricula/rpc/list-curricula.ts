import { cutPage, instantKeyset } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { CurriculumService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import { curriculumMessage, listCurricula as list } from '../store/curricula.ts';

/** GET /curricula (decisions 2.5, 9.1): in order of creation. */
export const listCurricula = query(CurriculumService.method.listCurricula, async (db, request, { actor }) => {
  const keyset = instantKeyset(request.page);
  const { ids, isArchived = null } = request;
  const { rows, hasMore } = cutPage(await list(db, actor, keyset, { ids: ids?.ids ?? null, isArchived }), keyset);
  return { curricula: rows.map(curriculumMessage), hasMore };
});
