import { CourseService } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { instantKeyset } from '../../chassis/instant-keyset.ts';
import { cutPage } from '../../chassis/paging.ts';
import { query } from '../../chassis/query.ts';
import { courseMessage, listCourses as list } from '../store/courses.ts';

/** GET /courses (decisions 2.5): by creation. */
export const listCourses = query(CourseService.method.listCourses, async (db, request, { actor }) => {
  const keyset = instantKeyset(request.page);
  const { code = null, updatedSince = null } = request;
  const { rows, hasMore } = cutPage(await list(db, actor, keyset, { code, updatedSince }), keyset);
  return { courses: rows.map(courseMessage), hasMore };
});
