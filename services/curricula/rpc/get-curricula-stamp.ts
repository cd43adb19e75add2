import { query } from '../../../platform/handler/query.ts';
import { CurriculumVersionService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { findStamp } from '../store/stamps.ts';

/** Lets callers check whether what they derived from the institution's curricula is still current. */
export const getCurriculaStamp = query(CurriculumVersionService.method.getCurriculaStamp, async (db, _, { actor }) => ({
  stamp: await findStamp(db, actor),
}));
