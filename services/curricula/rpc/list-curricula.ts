import { CurriculumService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import { instantKeyset } from '../../chassis/instant-keyset.ts';
import { cutPage } from '../../chassis/paging.ts';
import { query } from '../../chassis/query.ts';
import { curriculumMessage, listCurricula as list } from '../store/curricula.ts';

/** GET /curricula (decisions 2.5, 9.1): by creation. */
export const listCurricula = query(CurriculumService.method.listCurricula, async (db, request, { actor }) => {
  const keyset = instantKeyset(request.page);
  const { rows, hasMore } = cutPage(await list(db, actor, keyset, request.isArchived ?? null), keyset);
  return { curricula: rows.map(curriculumMessage), hasMore };
});
