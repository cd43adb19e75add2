import type { Call } from '../../../platform/calls/caller.ts';
import { batchGet, byId } from '../../../platform/core/batch-get.ts';
import { type CourseLayer, CourseService } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { type UserGroup, UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { type User, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { type Room, RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import type { Appointment, AppointmentSurroundings } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import type { AppointmentView } from '../../schema/appointment.ts';

/**
 * The fields of a user that appointments show. No more are fetched: on a page of 50 appointments most of the rows are
 * users.
 */
export type ShownUser = Pick<User, 'id' | 'email' | 'name' | 'firstName' | 'lastName' | 'image'>;

/**
 * The records of other services that appointments refer to, by id. Records that their service no longer has are
 * missing.
 */
export interface ReferenceData {
  readonly users: ReadonlyMap<string, ShownUser>;
  readonly userGroups: ReadonlyMap<string, UserGroup>;
  readonly layers: ReadonlyMap<string, CourseLayer>;
  readonly rooms: ReadonlyMap<string, Room>;
}

/**
 * Fetches the present state of the records that appointments refer to: one batch RPC for each kind of record, all in
 * parallel, however many appointments there are.
 * @param wants whether a property of the appointments is shown; records for properties that are not shown are not
 * fetched
 */
export async function getReferenceData(
  call: Call,
  appointments: readonly Appointment[],
  wants: (property: keyof AppointmentView) => boolean = () => true,
): Promise<ReferenceData> {
  const idsFor = (property: keyof AppointmentView, idsOf: (appointment: Appointment) => readonly string[]) =>
    wants(property) ? appointments.flatMap(idsOf) : [];
  const [users, userGroups, layers, rooms] = await Promise.all([
    batchGet(
      [
        ...idsFor('appointmentUsers', ({ userIds }) => userIds),
        ...idsFor('appointmentCreator', ({ creatorUserId }) => (creatorUserId === undefined ? [] : [creatorUserId])),
      ],
      async (ids) => (await call(UserService.method.batchGetUsers, { ids, isSummary: true })).users,
    ),
    batchGet(
      idsFor('appointmentUserGroups', ({ userGroupIds }) => userGroupIds),
      async (ids) => (await call(UserGroupService.method.batchGetUserGroups, { ids })).userGroups,
    ),
    batchGet(
      idsFor('appointmentLayers', ({ layers }) => layers.map(({ layerId }) => layerId)),
      async (ids) => (await call(CourseService.method.batchGetCourseLayers, { ids })).layers,
    ),
    batchGet(
      idsFor('appointmentRooms', ({ rooms }) => rooms.map(({ roomId }) => roomId)),
      async (ids) => (await call(RoomService.method.batchGetRooms, { ids, withoutLocations: true })).rooms,
    ),
  ]);
  return { users, userGroups, layers, rooms };
}

/**
 * The records to which a written appointment referred when it was written: a replay of the write shows the same again.
 */
export function writtenReferenceData(written: AppointmentSurroundings): ReferenceData {
  return {
    users: byId(written.users),
    userGroups: byId(written.userGroups),
    layers: byId(written.layers),
    rooms: byId(written.rooms),
  };
}
