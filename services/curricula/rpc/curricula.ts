import { cutPage, instantKeyset } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { CurriculumService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import { CurriculumVersionService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { curriculumMessage, findCurriculum, listCurricula as list } from '../store/curricula.ts';
import { findStamp } from '../store/stamps.ts';

/** GET /curricula/{id} (decisions 9.1). */
export const getCurriculum = query(CurriculumService.method.getCurriculum, async (db, { id }, { actor }) => {
  const curriculum = (await findCurriculum(db, actor, id)) ?? refuse('CURRICULUM_NOT_FOUND');
  return { curriculum: curriculumMessage(curriculum) };
});

/** GET /curricula (decisions 2.5, 9.1): in order of creation. */
export const listCurricula = query(CurriculumService.method.listCurricula, async (db, request, { actor }) => {
  const keyset = instantKeyset(request.page);
  const { ids, isArchived = null } = request;
  const { rows, hasMore } = cutPage(await list(db, actor, keyset, { ids: ids?.ids ?? null, isArchived }), keyset);
  return { curricula: rows.map(curriculumMessage), hasMore };
});

/** A stamp with which callers check whether data derived from the institution's curricula are still current. */
export const getCurriculaStamp = query(CurriculumVersionService.method.getCurriculaStamp, async (db, _, { actor }) => ({
  stamp: await findStamp(db, actor),
}));
