import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { cutPage, keysetOf } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { PathwayService } from '../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { isVersionOfCurriculum } from '../store/curriculum-versions.ts';
import { listPathways as list, pathwayMessage } from '../store/pathways.ts';

/** GET /curricula/{id}/versions/{versionId}/pathways (decisions 2.5, 9.1): by position. */
export const listPathways = query(PathwayService.method.listPathways, async (db, request, { actor }) => {
  const keyset = keysetOf(request.page, BEFORE_ALL);
  if (!INTEGER.test(keyset.sort)) refuseField('/page/after/sort', 'invalid_string', 'must be a position');
  const fetched = await list(db, actor, request, keyset);
  // A version with a pathway exists; only an empty page needs the check.
  if (fetched.length === 0) {
    const exists = await isVersionOfCurriculum(db, actor, request.curriculaId, request.curriculaVersionId);
    if (!exists) refuse('CURRICULUM_VERSION_NOT_FOUND');
  }
  const { rows, hasMore } = cutPage(fetched, keyset);
  return { pathways: rows.map(pathwayMessage), hasMore };
});

const BEFORE_ALL = '-1';
/** What the database can compare with a position. */
const INTEGER = /^-?\d{1,15}$/;
