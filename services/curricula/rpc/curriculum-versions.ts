import { cutPage, instantKeyset } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { CurriculumVersionService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findCurriculum } from '../store/curricula.ts';
import { findCurriculumVersionDetail } from '../store/curriculum-version-detail.ts';
import { curriculumVersionMessage, listCurriculumVersions as list } from '../store/curriculum-versions.ts';

/** GET /curricula/{id}/versions/{versionId}: the whole version in one statement. */
export const getCurriculumVersion = query(
  CurriculumVersionService.method.getCurriculumVersion,
  async (db, { curriculaId, id }, { actor }) =>
    (await findCurriculumVersionDetail(db, actor, curriculaId, id)) ?? refuse('CURRICULUM_VERSION_NOT_FOUND'),
);

/** GET /curricula/{id}/versions (decisions 2.5, 9.1): in order of creation. */
export const listCurriculumVersions = query(
  CurriculumVersionService.method.listCurriculumVersions,
  async (db, { page, curriculaId }, { actor }) => {
    const keyset = instantKeyset(page);
    const fetched = await list(db, actor, curriculaId, keyset);
    // A curriculum with a version exists; only an empty page needs the check.
    if (fetched.length === 0 && !(await findCurriculum(db, actor, curriculaId))) refuse('CURRICULUM_NOT_FOUND');
    const { rows, hasMore } = cutPage(fetched, keyset);
    return { versions: rows.map(curriculumVersionMessage), hasMore };
  },
);
