import { Type } from 'typebox';
import { CourseService } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { listEndpoint } from '../../endpoint/declare.ts';
import { Course, courseExample } from '../../schema/course.ts';
import { Ids, Instant, IsArchived, Search } from '../../schema/types.ts';
import { courseView } from './course-view.ts';

export const listCourses = listEndpoint({
  path: '/courses',
  operationId: 'listCourses',
  tag: 'Courses',
  service: 'directory',
  summary: 'List courses',
  description: 'Ordered by `createdAt`. Includes archived courses, which have `isArchived: true`.',
  filters: Type.Object({
    ids: Ids('courses'),
    code: Type.Optional(
      Type.String({
        description: 'Only courses with this code; case-insensitive, and white space around it is ignored.',
      }),
    ),
    search: Search('courses', 'name or code'),
    isArchived: IsArchived('courses'),
    updatedSince: Type.Optional(Instant('Only courses changed at or after this instant.')),
  }),
  item: Course,
  example: courseExample,
  position: ({ createdAt, id }) => ({ sort: createdAt, id }),
  async run({ filters, page, call }) {
    const { courses, hasMore, end, nextUpdatedSince } = await call(CourseService.method.listCourses, {
      ...filters,
      page,
    });
    return { items: courses.map(courseView), hasMore, end, nextUpdatedSince };
  },
});
