import { resourceIn } from '../../../platform/core/json-resource.ts';
import { AppointmentSchema, AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { writeEndpoint } from '../../endpoint/declare.ts';
import { Appointment, appointmentExample } from '../../schema/appointment.ts';
import { appointmentFaults, CourseAppointmentCreate } from '../../schema/appointment-body.ts';
import { refusals } from '../appointments/refusals.ts';
import { writtenAppointmentView } from '../appointments/written-appointment-view.ts';

export const createCourseAppointment = writeEndpoint({
  path: '/courses/{id}/appointments',
  method: 'POST',
  operationId: 'createCourseAppointment',
  tag: 'Appointments',
  service: 'scheduling',
  summary: 'Create an appointment for a course',
  description:
    '`id` is the course entity’s id. The course in the path is attached first, then those in `courseIds`. Otherwise the same as POST /appointments.',
  idempotencyKey: 'required',
  body: CourseAppointmentCreate,
  bodyExample: { title: 'Analysis I, lecture 1', dateTime: '2026-10-12T10:00:00+02:00', duration: 90 },
  bodyFaultStatus: 400,
  unknownReference: { pointer: '/rooms/0/roomId', message: 'does not refer to an existing record' },
  rules: appointmentFaults,
  success: 201,
  data: Appointment,
  example: appointmentExample,
  hasOverlaps: true,
  refusals: [refusals.disabled, refusals.booked],
  async run({ params, body, send }) {
    const request = { appointment: resourceIn(AppointmentSchema, body), courseId: params.id };
    const { message, metadata } = await send(AppointmentService.method.createAppointment, request);
    return { ...writtenAppointmentView(message), metadata };
  },
});
