import type { Appointment } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { AppointmentState } from './appointment.ts';
import type { RequiredIds } from './reference-data.ts';

/** The references of a request. */
export type ReferenceFields = Pick<
  Appointment,
  'courseIds' | 'rooms' | 'organizerIds' | 'userIds' | 'userGroupIds' | 'appointmentTypeId'
>;

/** Ids are case-insensitive; stored and compared in lower case. */
export function lower(ids: readonly string[]): string[] {
  return ids.map((id) => id.toLowerCase());
}

/** The ids in a request, and the creator's. */
export function idsOfRequest(request: ReferenceFields, creatorUserId: string | null = null): RequiredIds {
  return {
    layers: request.courseIds,
    courses: [],
    users: [...request.organizerIds, ...request.userIds, ...asList(creatorUserId)],
    userGroups: request.userGroupIds,
    rooms: request.rooms.map(({ roomId }) => roomId),
    types: asList(request.appointmentTypeId),
  };
}

/** The ids in an appointment. */
export function idsOfAppointment(appointment: AppointmentState): RequiredIds {
  return {
    layers: appointment.layerIds,
    courses: [],
    users: [...appointment.organizerIds, ...appointment.userIds, ...asList(appointment.creatorUserId)],
    userGroups: appointment.userGroupIds,
    rooms: appointment.roomIds,
    types: asList(appointment.appointmentType?.id),
  };
}

function asList(id: string | null | undefined): string[] {
  return id === null || id === undefined ? [] : [id];
}
