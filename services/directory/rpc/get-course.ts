import { query } from '../../../platform/handler/query.ts';
import { CourseService } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { courseMessage, findCourse } from '../store/courses.ts';

/** GET /courses/{id}: by the entity id. */
export const getCourse = query(CourseService.method.getCourse, async (db, { id }, { actor }) => {
  const course = (await findCourse(db, actor, id)) ?? refuse('COURSE_NOT_FOUND');
  return { course: courseMessage(course) };
});
