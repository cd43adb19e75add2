import { Type } from 'typebox';
import { CourseService } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { documentEndpoint } from '../../endpoint/declare.ts';
import { calendarExample } from '../appointments/calendar-example.ts';
import { getCalendar } from '../appointments/get-calendar.ts';

export const getCourseCalendar = documentEndpoint({
  path: '/courses/{id}/appointments.ics',
  operationId: 'getCourseCalendar',
  tag: 'Appointments',
  service: 'scheduling',
  summary: 'Get the calendar of a course',
  description:
    'An addition to the specification: the course’s appointments as an iCalendar document (RFC 5545). `id` is the course entity’s id. Times are in the institution’s time zone. Deleted appointments stay as `CANCELLED` for 30 days. Contains the last 10,000 entries, the latest first; fewer if they exceed about 8 MiB.',
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
