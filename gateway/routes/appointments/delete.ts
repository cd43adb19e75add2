import { AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { writeEndpoint } from '../../endpoint/declare.ts';

export const deleteAppointment = writeEndpoint({
  path: '/appointments/{id}',
  method: 'DELETE',
  operationId: 'deleteAppointment',
  tag: 'Appointments',
  service: 'scheduling',
  summary: 'Delete an appointment',
  description: 'Deleting it again returns 404. Calendars show it as cancelled for 30 days.',
  ifMatch: 'required',
  body: null,
  success: 204,
  data: null,
  async run({ params, precondition, send }) {
    const request = { id: params.id, ...(precondition ? { precondition } : {}) };
    const { metadata } = await send(AppointmentService.method.deleteAppointment, request);
    return { metadata };
  },
});
