import { query } from '../../../platform/handler/query.ts';
import { SearchService } from '../../../proto/gen/lyceum/directory/v1/search_pb.ts';
import { courseMessage } from '../store/courses.ts';
import { searchCourses as search } from '../store/search.ts';

/** Courses to choose from while somebody types. */
export const searchCourses = query(SearchService.method.searchCourses, async (db, { text }, { actor }) => ({
  courses: (await search(db, actor, text)).map(courseMessage),
}));
