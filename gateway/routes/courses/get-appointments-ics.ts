import { Type } from 'typebox';
import { CourseService } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { calendarExample } from '../../calendar/calendar-example.ts';
import { getCalendar } from '../../calendar/get-calendar.ts';
import { documentEndpoint } from '../../endpoint/endpoint.ts';

export const getCourseCalendar = documentEndpoint({
  path: '/courses/{id}/appointments.ics',
  operationId: 'getCourseCalendar',
  tag: 'Courses',
  largeOf: 'scheduling',
  summary: 'Get the calendar of a course',
  description:
    'An addition to the specification: an iCalendar feed (RFC 5545) of the course’s appointments; `id` is the course entity’s id. Times are in the institution’s time zone; deleted appointments are `CANCELLED` for 30 days; the last 10,000 entries are shown, the latest first, and fewer where they are more than about 8 MiB.',
  isExtension: true,
  mediaType: 'text/calendar',
  query: Type.Object({}),
  example: calendarExample,
  async run({ params, call }) {
    // Scheduling cannot tell a course without appointments from one that does not exist: directory can.
    const [calendar] = await Promise.all([
      getCalendar(call, { case: 'courseId', value: params.id }),
      call(CourseService.method.getCourse, { id: params.id }),
    ]);
    return calendar;
  },
});
