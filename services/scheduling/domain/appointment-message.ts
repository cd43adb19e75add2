import type { Appointment, RoomBooking } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { AppointmentType } from '../../../proto/gen/lyceum/scheduling/v1/appointment_type_pb.ts';
import type { AppointmentState, AppointmentTypeState } from './appointment.ts';

/** An appointment as other services see it. */
export function appointmentMessage(state: AppointmentState): Appointment {
  return {
    $typeName: 'lyceum.scheduling.v1.Appointment',
    id: state.id,
    title: state.title,
    notes: state.notes ?? undefined,
    dateTime: state.date_time,
    duration: state.duration,
    isOnline: state.is_online,
    isHybrid: state.is_hybrid,
    onlineAddress: state.online_address ?? undefined,
    address: state.address ?? undefined,
    location: state.location ?? undefined,
    provider: state.provider ?? undefined,
    rooms: state.room_ids.map((roomId, index) => roomBooking(roomId, state.setup_ids[index] ?? null)),
    layers: state.layer_ids.map((layerId, index) => ({
      $typeName: 'lyceum.scheduling.v1.AppointmentLayer',
      layerId,
      courseId: state.course_ids[index] ?? '',
    })),
    organizerIds: [...state.organizer_ids],
    userIds: [...state.user_ids],
    userGroupIds: [...state.user_group_ids],
    creatorUserId: state.creator_user_id ?? undefined,
    appointmentType: state.appointment_type ? appointmentTypeMessage(state.appointment_type) : undefined,
    createdAt: state.created_at,
    updatedAt: state.updated_at,
    revision: state.revision,
    sequence: state.sequence,
  };
}

export function appointmentTypeMessage({ id, name, color }: AppointmentTypeState): AppointmentType {
  return { $typeName: 'lyceum.scheduling.v1.AppointmentType', id, name, color: color ?? undefined };
}

function roomBooking(roomId: string, setupId: string | null): RoomBooking {
  return { $typeName: 'lyceum.scheduling.v1.RoomBooking', roomId, setupId: setupId ?? undefined };
}
