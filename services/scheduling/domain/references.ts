import type { AppointmentState } from './appointment.ts';
import type { RequiredIds } from './reference-data.ts';

/** What a request refers to: the fields that create and update have in common. */
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

/** Ids are one in upper and lower case alike; stored and compared in lower. */
export function lower(ids: readonly string[]): string[] {
  return ids.map((id) => id.toLowerCase());
}

/** What a request refers to, and the appointment that it creates. */
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

/** What an appointment refers to. */
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
