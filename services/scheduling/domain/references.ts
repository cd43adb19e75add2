import type { AppointmentState } from './appointment.ts';
import type { WantedIds } from './surroundings.ts';

/** What a request refers to: the fields that create, update and import have in common. */
export interface ReferenceFields {
  readonly courseIds: readonly string[];
  readonly rooms: readonly RoomReference[];
  readonly organizerIds: readonly string[];
  readonly userIds: readonly string[];
  readonly userGroupIds: readonly string[];
  readonly appointmentTypeId?: string | undefined;
  /** Of an import. */
  readonly creatorUserId?: string | undefined;
}

interface RoomReference {
  readonly roomId: string;
  readonly setupId?: string | undefined;
}

/** Ids are one in upper and lower case alike; stored and compared in lower. */
export function lower(ids: readonly string[]): string[] {
  return ids.map((id) => id.toLowerCase());
}

/** What requests refer to. */
export function idsOfRequests(requests: readonly ReferenceFields[]): WantedIds {
  return {
    layers: requests.flatMap(({ courseIds }) => courseIds),
    courses: [],
    users: requests.flatMap((each) => [...each.organizerIds, ...each.userIds, ...given(each.creatorUserId)]),
    userGroups: requests.flatMap(({ userGroupIds }) => userGroupIds),
    rooms: requests.flatMap(({ rooms }) => rooms.map(({ roomId }) => roomId)),
    types: requests.flatMap(({ appointmentTypeId }) => given(appointmentTypeId)),
  };
}

/** What an appointment refers to. */
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
