import { cutPage, instantKeyset } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { CourseService } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { courseMessage, listCourses as list } from '../store/courses.ts';

/** GET /courses (decisions 2.5): in order of creation. */
export const listCourses = query(CourseService.method.listCourses, async (db, request, { actor }) => {
  const keyset = instantKeyset(request.page);
  const { code = null, ids, isArchived = null, updatedSince = null } = request;
  const { rows, hasMore } = cutPage(
    await list(db, actor, keyset, { code, ids: ids?.ids ?? null, isArchived, updatedSince }),
    keyset,
  );
  return { courses: rows.map(courseMessage), hasMore };
});
