import { CourseService } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { listEndpoint } from '../../endpoint/declare.ts';
import { Appointment, appointmentExample } from '../../schema/appointment.ts';
import { appointmentFilters, listAppointments } from '../appointments/list-appointments.ts';

export const listCourseAppointments = listEndpoint({
  path: '/courses/{id}/appointments',
  operationId: 'listCourseAppointments',
  tag: 'Appointments',
  service: 'scheduling',
  summary: 'List the appointments of a course',
  description:
    'Ordered by `dateTime`. `id` is the course entity’s id. With `courseId`, only the appointments that both courses have.',
  filters: appointmentFilters,
  item: Appointment,
  example: appointmentExample,
  position: ({ dateTime, id }) => ({ sort: dateTime, id }),
  async run({ params, filters, page, call, wants }) {
    // Scheduling cannot tell a course without appointments from one that does not exist: directory can.
    const [appointments] = await Promise.all([
      listAppointments({ filters, page, call, wants, pathCourseId: params.id }),
      call(CourseService.method.getCourse, { id: params.id }),
    ]);
    return appointments;
  },
});
