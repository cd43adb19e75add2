import { query } from '../../../platform/handler/query.ts';
import { AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { appointmentMessage, findAppointment } from '../store/appointments.ts';

export const getAppointment = query(AppointmentService.method.getAppointment, async (db, { id }, { actor }) => ({
  appointment: appointmentMessage((await findAppointment(db, actor, id)) ?? refuse('APPOINTMENT_NOT_FOUND')),
}));
