import { type CourseLayer, CourseService } from '../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { type UserGroup, UserGroupService } from '../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { type User, UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { type Room, RoomService } from '../../proto/gen/lyceum/locations/v1/room_pb.ts';
import type { Appointment, AppointmentSurroundings } from '../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { Call } from '../../services/chassis/rpc/caller.ts';
import { batchGet, byId } from './batch-get.ts';

/** The records of other services that appointments refer to, by their ids, as far as their services have them. */
export interface Surroundings {
  readonly users: ReadonlyMap<string, User>;
  readonly userGroups: ReadonlyMap<string, UserGroup>;
  readonly layers: ReadonlyMap<string, CourseLayer>;
  readonly rooms: ReadonlyMap<string, Room>;
}

/** What appointments refer to as it is now: one batch RPC for each kind of record, all at once, however many appointments there are. */
export async function getSurroundings(call: Call, appointments: readonly Appointment[]): Promise<Surroundings> {
  const [users, userGroups, layers, rooms] = await Promise.all([
    batchGet(appointments.flatMap(userIdsOf), async (ids) => {
      return (await call(UserService.method.batchGetUsers, { ids })).users;
    }),
    batchGet(
      appointments.flatMap(({ userGroupIds }) => userGroupIds),
      async (ids) => (await call(UserGroupService.method.batchGetUserGroups, { ids })).userGroups,
    ),
    batchGet(
      appointments.flatMap((each) => each.layers.map(({ layerId }) => layerId)),
      async (ids) => (await call(CourseService.method.batchGetCourseLayers, { ids })).layers,
    ),
    batchGet(appointments.flatMap(roomIdsOf), async (ids) => {
      return (await call(RoomService.method.batchGetRooms, { ids })).rooms;
    }),
  ]);
  return { users, userGroups, layers, rooms };
}

/** What a written appointment refers to as it was at the write: a replay of the write shows the same again. */
export function writtenSurroundings(written: AppointmentSurroundings): Surroundings {
  return {
    users: byId(written.users),
    userGroups: byId(written.userGroups),
    layers: byId(written.layers),
    rooms: byId(written.rooms),
  };
}

/** Organizers are shown by their ids alone. */
function userIdsOf({ userIds, creatorUserId }: Appointment): string[] {
  return creatorUserId === undefined ? userIds : [...userIds, creatorUserId];
}

function roomIdsOf({ rooms }: Appointment): string[] {
  return rooms.map(({ roomId }) => roomId);
}
