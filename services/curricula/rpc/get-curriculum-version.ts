import { query } from '../../../platform/handler/query.ts';
import { CurriculumVersionService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findCurriculumVersionDetail } from '../store/curriculum-version-detail.ts';

/** GET /curricula/{id}/versions/{versionId}: the whole version in one statement. */
export const getCurriculumVersion = query(
  CurriculumVersionService.method.getCurriculumVersion,
  async (db, { curriculaId, id }, { actor }) =>
    (await findCurriculumVersionDetail(db, actor, curriculaId, id)) ?? refuse('CURRICULUM_VERSION_NOT_FOUND'),
);
