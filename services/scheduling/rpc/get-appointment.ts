import { AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { refuse } from '../../chassis/errors/refusal.ts';
import { query } from '../../chassis/query.ts';
import { appointmentMessage, findAppointment } from '../store/appointments.ts';

export const getAppointment = query(AppointmentService.method.getAppointment, async (db, { id }, { actor }) => ({
  appointment: appointmentMessage((await findAppointment(db, actor, id)) ?? refuse('APPOINTMENT_NOT_FOUND')),
}));
