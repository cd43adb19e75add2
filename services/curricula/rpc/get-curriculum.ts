import { query } from '../../../platform/handler/query.ts';
import { CurriculumService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { curriculumMessage, findCurriculum } from '../store/curricula.ts';

/** GET /curricula/{id} (decisions 9.1). */
export const getCurriculum = query(CurriculumService.method.getCurriculum, async (db, { id }, { actor }) => {
  const curriculum = (await findCurriculum(db, actor, id)) ?? refuse('CURRICULUM_NOT_FOUND');
  return { curriculum: curriculumMessage(curriculum) };
});
