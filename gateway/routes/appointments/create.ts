import { resourceIn } from '../../../platform/core/json-resource.ts';
import { AppointmentSchema, AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { writeEndpoint } from '../../endpoint/declare.ts';
import { Appointment, appointmentExample } from '../../schema/appointment.ts';
import { AppointmentCreate, appointmentFaults } from '../../schema/appointment-body.ts';
import { refusals } from './refusals.ts';
import { writtenAppointmentView } from './written-appointment-view.ts';

export const createAppointment = writeEndpoint({
  path: '/appointments',
  method: 'POST',
  operationId: 'createAppointment',
  tag: 'Appointments',
  service: 'scheduling',
  summary: 'Create an appointment',
  description:
    'Attaches the courses of all given layers. `isOnline` and `isHybrid` are derived from `rooms`, `address` and `onlineAddress` if you give any of them. Returns 403 if the institution has switched scheduling off. Returns 409 with `conflictingAppointment` (`id`, `roomId`, `dateTime`, `duration`) if the institution does not allow two appointments in one room at the same time; where it does, `meta.overlaps` names the others.',
  idempotencyKey: 'required',
  body: AppointmentCreate,
  bodyExample: {
    title: 'Analysis I, lecture 1',
    dateTime: '2026-10-12T10:00:00+02:00',
    duration: 90,
    courseIds: ['01981c8e-7d3a-7c3f-9a55-3d1c6a2f0c02'],
    rooms: [{ roomId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0e01' }],
    onlineAddress: 'https://nordhafen.zoom.us/j/8412345678',
  },
  bodyFaultStatus: 400,
  unknownReference: { pointer: '/rooms/0/roomId', message: 'does not refer to an existing record' },
  rules: appointmentFaults,
  success: 201,
  data: Appointment,
  example: appointmentExample,
  hasOverlaps: true,
  refusals: [refusals.disabled, refusals.booked],
  async run({ body, send }) {
    const appointment = resourceIn(AppointmentSchema, body);
    const { message, metadata } = await send(AppointmentService.method.createAppointment, { appointment });
    return { ...writtenAppointmentView(message), metadata };
  },
});
