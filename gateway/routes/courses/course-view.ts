import type { Course } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { asView } from '../../endpoint/envelope.ts';
import type { CourseView } from '../../schema/course.ts';

/** A course as the specification shows it. */
export const courseView = asView<CourseView, Course>;
