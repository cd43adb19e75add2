import { changesOf } from '../../../platform/core/changes-of.ts';
import { LocationSchema } from '../../../proto/gen/lyceum/locations/v1/location_pb.ts';
import { RoomSchema } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import type { ImportPlan } from './plan-import.ts';

/** The number of rooms is computed: adding one does not change the location. */
export const locationChanges = changesOf(LocationSchema, { roomsCount: {} });

const ownChanges = changesOf(RoomSchema, { isArchived: {}, setups: {} });

/** The fields of a room that an import changes. */
export function roomChanges(
  { refurnishedRoomIds }: ImportPlan,
  { id, before, values }: ImportPlan['rooms'][number],
): string[] {
  const own = before ? ownChanges(before, values) : [];
  return refurnishedRoomIds.has(id) ? [...own, 'setups'] : [...own];
}
