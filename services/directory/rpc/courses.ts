import { cutPage, foundRows, instantKeyset } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { CourseService } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { SearchService } from '../../../proto/gen/lyceum/directory/v1/search_pb.ts';
import { refuse } from '../domain/refusals.ts';
import {
  courseLayerMessage,
  courseMessage,
  findCourse,
  findCourses,
  findCoursesOfLayers,
  listCourses as list,
} from '../store/courses.ts';
import { searchCourses as search } from '../store/search.ts';

/** GET /courses/{id}: by the entity id. */
export const getCourse = query(CourseService.method.getCourse, async (db, { id }, { actor }) => {
  const course = (await findCourse(db, actor, id)) ?? refuse('COURSE_NOT_FOUND');
  return { course: courseMessage(course) };
});

/** GET /courses (decisions 2.5): in order of creation. */
export const listCourses = query(CourseService.method.listCourses, async (db, request, { actor }) => {
  const keyset = instantKeyset(request.page);
  const { code = null, ids, isArchived = null, updatedSince = null } = request;
  const filters = { code, ids: ids?.ids ?? null, isArchived, updatedSince };
  const { rows, ...more } =
    request.search === undefined
      ? cutPage(await list(db, actor, keyset, filters), keyset)
      : foundRows(await findCourses(db, actor, keyset, filters, request.search));
  return { courses: rows.map(courseMessage), ...more };
});

/** Many layers in one call, each with its course. */
export const batchGetCourseLayers = query(
  CourseService.method.batchGetCourseLayers,
  async (db, { ids, courseIds }, { actor }) => {
    const courses = await findCoursesOfLayers(db, actor, ids, courseIds);
    return { layers: courses.map(courseLayerMessage) };
  },
);

/** Suggests courses for typed text. */
export const searchCourses = query(SearchService.method.searchCourses, async (db, { text }, { actor }) => ({
  courses: (await search(db, actor, text)).map(courseMessage),
}));
