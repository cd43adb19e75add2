import type { Call } from '../../../platform/calls/caller.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { byId, inBatches } from '../../../platform/core/batch-get.ts';
import type { Runtime } from '../../../platform/handler/runtime.ts';
import { type CourseLayer, CourseService } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import type { ReferenceData, RequiredIds } from '../domain/reference-data.ts';
import { lower } from '../domain/references.ts';
import { listTypesByIds } from '../store/appointment-types.ts';

interface Context {
  readonly actor: TenantActor;
  readonly runtime: Runtime;
  readonly call: Call;
}

/**
 * Loads the records with these ids from the services that own them, concurrently: one call per kind of record, and per
 * thousand ids of a kind.
 */
export async function loadReferenceData(
  required: RequiredIds,
  { actor, runtime, call }: Context,
): Promise<ReferenceData> {
  const [layers, users, userGroups, rooms, types] = await Promise.all([
    loadLayers(required, call),
    inBatches(lower(required.users), (ids) => call(UserService.method.batchGetUsers, { ids, isSummary: true })),
    inBatches(lower(required.userGroups), (ids) => call(UserGroupService.method.batchGetUserGroups, { ids })),
    inBatches(lower(required.rooms), (ids) => call(RoomService.method.batchGetRooms, { ids })),
    inBatches(lower(required.types), (ids) => listTypesByIds(runtime.db, actor, ids)),
  ]);
  return {
    layers: byId(layers),
    users: byId(users.flatMap((answer) => answer.users)),
    userGroups: byId(userGroups.flatMap((answer) => answer.userGroups)),
    rooms: byId(rooms.flatMap((answer) => answer.rooms)),
    locations: byId(rooms.flatMap((answer) => answer.locations)),
    types: byId(types.flat()),
  };
}

/**
 * Where a layer is meant but its course is named, the refusal names the layer: so an id that is not a layer is looked
 * up as a course, too.
 */
async function loadLayers({ layers, courses }: RequiredIds, call: Call): Promise<CourseLayer[]> {
  const ofCourses = (ids: readonly string[]) =>
    inBatches(ids, (courseIds) => call(CourseService.method.batchGetCourseLayers, { courseIds }));
  const ids = lower(layers);
  const answers = await Promise.all([
    inBatches(ids, (some) => call(CourseService.method.batchGetCourseLayers, { ids: some })),
    ofCourses(lower(courses)),
  ]);
  const found = answers.flat().flatMap((answer) => answer.layers);
  const known = new Set(found.map(({ id }) => id));
  const meant = await ofCourses(ids.filter((id) => !known.has(id)));
  return [...found, ...meant.flatMap((answer) => answer.layers)];
}
