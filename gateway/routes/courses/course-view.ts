import type { Course } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import type { CourseView } from '../../schema/course.ts';

/** A course as the specification shows it. */
export function courseView(course: Course): CourseView {
  return {
    id: course.id,
    layerId: course.layerId,
    code: course.code ?? null,
    name: course.name,
    isArchived: course.isArchived,
    createdAt: course.createdAt,
    updatedAt: course.updatedAt,
  };
}
