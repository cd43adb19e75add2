import { query } from '../../../platform/handler/query.ts';
import { CourseService } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { courseLayerMessage, findCoursesOfLayers } from '../store/courses.ts';

/** Many layers in one call, each with its course. */
export const batchGetCourseLayers = query(
  CourseService.method.batchGetCourseLayers,
  async (db, { ids, courseIds }, { actor }) => {
    const courses = await findCoursesOfLayers(db, actor, ids, courseIds);
    return { layers: courses.map(courseLayerMessage) };
  },
);
