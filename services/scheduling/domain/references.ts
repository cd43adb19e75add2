import type { AppointmentState } from './appointment.ts';
import type { WantedIds } from './surroundings.ts';

/** The references of a request: fields that create and update share. */
export interface ReferenceFields {
  readonly courseIds: readonly string[];
  readonly rooms: readonly RoomReference[];
  readonly organizerIds: readonly string[];
  readonly userIds: readonly string[];
  readonly userGroupIds: readonly string[];
  readonly appointmentTypeId?: string | undefined;
}

interface RoomReference {
  readonly roomId: string;
  readonly setupId?: string | undefined;
}

/** Ids are case-insensitive; stored and compared in lower case. */
export function lower(ids: readonly string[]): string[] {
  return ids.map((id) => id.toLowerCase());
}

/** The ids in a request, and that of the creator. */
export function idsOfRequest(request: ReferenceFields, creatorUserId: string | null = null): WantedIds {
  return {
    layers: request.courseIds,
    courses: [],
    users: [...request.organizerIds, ...request.userIds, ...given(creatorUserId)],
    userGroups: request.userGroupIds,
    rooms: request.rooms.map(({ roomId }) => roomId),
    types: given(request.appointmentTypeId),
  };
}

/** The ids in an appointment. */
export function idsOfAppointment(appointment: AppointmentState): WantedIds {
  return {
    layers: appointment.layerIds,
    courses: [],
    users: [...appointment.organizerIds, ...appointment.userIds, ...given(appointment.creatorUserId)],
    userGroups: appointment.userGroupIds,
    rooms: appointment.roomIds,
    types: given(appointment.appointmentType?.id),
  };
}

function given(id: string | null | undefined): string[] {
  return id === null || id === undefined ? [] : [id];
}
