import type { CourseLayer } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import type { UserGroup } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import type { Location } from '../../../proto/gen/lyceum/locations/v1/location_pb.ts';
import type { Room } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import type { AppointmentTypeState } from './appointment.ts';

/** The records that appointments refer to, by id; those that the institution does not have are missing. */
export interface ReferenceData {
  /** Also of courses whose ids were sent in place of those of layers. */
  readonly layers: ReadonlyMap<string, CourseLayer>;
  readonly users: ReadonlyMap<string, User>;
  readonly userGroups: ReadonlyMap<string, UserGroup>;
  readonly rooms: ReadonlyMap<string, Room>;
  /** The locations of the rooms. */
  readonly locations: ReadonlyMap<string, Location>;
  readonly types: ReadonlyMap<string, AppointmentTypeState>;
}

/** The ids of the required records, as clients spell them. */
export interface RequiredIds {
  readonly layers: readonly string[];
  /** Courses (entity ids) whose layers are required. */
  readonly courses: readonly string[];
  readonly users: readonly string[];
  readonly userGroups: readonly string[];
  readonly rooms: readonly string[];
  readonly types: readonly string[];
}

/** The union of two sets of ids. */
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

/** Whether `wanted` contains all ids of `some`. */
export function includesAll(wanted: RequiredIds, some: RequiredIds): boolean {
  return (Object.keys(some) as (keyof RequiredIds)[]).every((kind) => {
    const ids = new Set(wanted[kind]);
    return some[kind].every((id) => ids.has(id));
  });
}

/** The layer of a course, whose id may be in any case. */
export function layerOfCourse({ layers }: ReferenceData, courseId: string): CourseLayer | undefined {
  return [...layers.values()].find(({ course }) => course?.id === courseId.toLowerCase());
}

/** The address of a room's location; null for an unknown room. */
export function addressOfRoom({ rooms, locations }: ReferenceData, roomId: string | undefined): string | null {
  const room = rooms.get(roomId ?? '');
  return (room && locations.get(room.locationId)?.address) ?? null;
}
