import { present } from '../../../platform/core/present.ts';
import type {
  CreateAppointmentResponse,
  UpdateAppointmentResponse,
} from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { AppointmentView } from '../../schema/appointment.ts';
import type { RoomOverlap } from '../../schema/room-overlap.ts';
import { appointmentView } from './appointment-view.ts';
import { writtenReferenceData } from './reference-data.ts';

/**
 * The answer to a write of an appointment. It is built from the service's answer alone, so that a replay equals the
 * first answer byte for byte: one that was stored without overlaps has none.
 */
export function writtenAppointmentView(message: CreateAppointmentResponse | UpdateAppointmentResponse): {
  readonly data: AppointmentView;
  readonly revision: string;
  readonly meta: { readonly overlaps: readonly RoomOverlap[] | undefined };
} {
  const appointment = present(message.appointment, 'appointment');
  const referenceData = writtenReferenceData(present(message.surroundings, 'surroundings'));
  const overlaps = message.overlaps?.bookings.map(({ id, roomId, dateTime, duration }) => ({
    ...{ id, roomId, dateTime, duration },
  }));
  return { data: appointmentView(appointment, referenceData), revision: appointment.revision, meta: { overlaps } };
}
