import { maskOf, resourceIn } from '../../../platform/core/json-resource.ts';
import { AppointmentSchema, AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { writeEndpoint } from '../../endpoint/declare.ts';
import { Appointment, appointmentExample } from '../../schema/appointment.ts';
import { AppointmentUpdate, appointmentFaults } from '../../schema/appointment-body.ts';
import { refusals } from './refusals.ts';
import { writtenAppointmentView } from './written-appointment-view.ts';

export const updateAppointment = writeEndpoint({
  path: '/appointments/{id}',
  method: 'PATCH',
  operationId: 'updateAppointment',
  tag: 'Appointments',
  service: 'scheduling',
  summary: 'Change an appointment',
  description:
    'Fields that you leave out keep their values, arrays replace the whole array, and `null` clears an optional field. `isOnline`, `isHybrid`, `address` and `provider` are derived as on creation. Returns 409 with `conflictingAppointment`, or `meta.overlaps`, as on creation.',
  ifMatch: 'required',
  body: AppointmentUpdate,
  bodyExample: { title: 'Analysis I, lecture 1 (moved)', dateTime: '2026-10-13T10:00:00+02:00', notes: null },
  unknownReference: { pointer: '/rooms/0/roomId', message: 'does not refer to an existing record' },
  rules: appointmentFaults,
  success: 200,
  data: Appointment,
  example: appointmentExample,
  hasOverlaps: true,
  refusals: [refusals.booked],
  async run({ params, body, precondition, send }) {
    const request = {
      id: params.id,
      appointment: resourceIn(AppointmentSchema, body),
      updateMask: maskOf(AppointmentSchema, body),
      ...(precondition ? { precondition } : {}),
    };
    const { message, metadata } = await send(AppointmentService.method.updateAppointment, request);
    return { ...writtenAppointmentView(message), metadata };
  },
});
