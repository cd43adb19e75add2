import { present } from '../../../platform/core/present.ts';
import { AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { readEndpoint } from '../../endpoint/declare.ts';
import { Appointment, appointmentExample } from '../../schema/appointment.ts';
import { appointmentView } from './appointment-view.ts';
import { getReferenceData } from './reference-data.ts';

export const getAppointment = readEndpoint({
  path: '/appointments/{id}',
  operationId: 'getAppointment',
  tag: 'Appointments',
  service: 'scheduling',
  summary: 'Get one appointment',
  description:
    'Includes the rooms, courses, users and groups that the appointment refers to, in their current state. If one of them changes, the ETag changes too, but an `If-Match` with the former ETag still succeeds.',
  data: Appointment,
  example: appointmentExample,
  async run({ params, call }) {
    const response = await call(AppointmentService.method.getAppointment, { id: params.id });
    const appointment = present(response.appointment, 'appointment');
    const referenceData = await getReferenceData(call, [appointment]);
    return { data: appointmentView(appointment, referenceData), revision: appointment.revision };
  },
});
