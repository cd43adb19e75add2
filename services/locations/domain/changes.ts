import { changesOf } from '../../../platform/core/changes-of.ts';
import { LocationSchema } from '../../../proto/gen/lyceum/locations/v1/location_pb.ts';
import { RoomSchema } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import type { ImportPlan } from './plan-import.ts';

/** The number of rooms is counted: a location stays as it was when one is added. */
export const locationChanges = changesOf(LocationSchema, { roomsCount: {} });

const ownChanges = changesOf(RoomSchema, { isArchived: {}, setups: {} });

/** What an import changes of a room. */
export function roomChanges(
  { refurnishedRoomIds }: ImportPlan,
  { id, before, values }: ImportPlan['rooms'][number],
): string[] {
  const own = before ? ownChanges(before, values) : [];
  return refurnishedRoomIds.has(id) ? [...own, 'setups'] : [...own];
}
