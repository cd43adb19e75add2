import { present } from '../../../platform/core/present.ts';
import { CourseService } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { readEndpoint } from '../../endpoint/declare.ts';
import { Course, courseExample } from '../../schema/course.ts';
import { courseView } from './course-view.ts';

export const getCourse = readEndpoint({
  path: '/courses/{id}',
  operationId: 'getCourse',
  tag: 'Courses',
  service: 'directory',
  summary: 'Get one course',
  description: '`id` is the course entity’s id, not a layer id.',
  data: Course,
  example: courseExample,
  async run({ params, call }) {
    const response = await call(CourseService.method.getCourse, { id: params.id });
    const course = present(response.course, 'course');
    return { data: courseView(course), revision: course.revision };
  },
});
