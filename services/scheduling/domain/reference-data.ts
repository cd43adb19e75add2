import type { CourseLayer } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import type { UserGroup } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { Location } from '../../../proto/gen/lyceum/locations/v1/location_pb.ts';
import type { Room } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import type { AppointmentTypeState } from './appointment.ts';

/** The records that appointments refer to, as far as the institution has them, by their ids. */
export interface ReferenceData {
  readonly layers: ReadonlyMap<string, CourseLayer>;
  readonly users: ReadonlyMap<string, User>;
  readonly userGroups: ReadonlyMap<string, UserGroup>;
  readonly rooms: ReadonlyMap<string, Room>;
  /** Those of the rooms. */
  readonly locations: ReadonlyMap<string, Location>;
  readonly types: ReadonlyMap<string, AppointmentTypeState>;
}

/** Which records are wanted: ids as clients spell them. */
export interface RequiredIds {
  readonly layers: readonly string[];
  /** Courses (entity ids) whose layers are wanted. */
  readonly courses: readonly string[];
  readonly users: readonly string[];
  readonly userGroups: readonly string[];
  readonly rooms: readonly string[];
  readonly types: readonly string[];
}

/** What is wanted for the one reason or the other. */
export function joinRequired(one: RequiredIds, other: RequiredIds): RequiredIds {
  return {
    layers: [...one.layers, ...other.layers],
    courses: [...one.courses, ...other.courses],
    users: [...one.users, ...other.users],
    userGroups: [...one.userGroups, ...other.userGroups],
    rooms: [...one.rooms, ...other.rooms],
    types: [...one.types, ...other.types],
  };
}

/** Whether all ids of `some` are among those that are wanted. */
export function includesAll(wanted: RequiredIds, some: RequiredIds): boolean {
  return (Object.keys(some) as (keyof RequiredIds)[]).every((kind) => {
    const ids = new Set(wanted[kind]);
    return some[kind].every((id) => ids.has(id));
  });
}

/** The address of a room's location; null when there is no such room. */
export function addressOfRoom({ rooms, locations }: ReferenceData, roomId: string | undefined): string | null {
  const room = roomId === undefined ? undefined : rooms.get(roomId);
  return (room && locations.get(room.locationId)?.address) ?? null;
}
