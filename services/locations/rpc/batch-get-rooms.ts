import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { query } from '../../../platform/handler/query.ts';
import { type Room, RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { listLocationsByIds } from '../store/locations.ts';
import { listRoomsByIds } from '../store/rooms.ts';

export const batchGetRooms = query(
  RoomService.method.batchGetRooms,
  async (db, { ids, withoutLocations }, { actor }) => {
    const rooms = await listRoomsByIds(db, actor, ids);
    return withoutLocations ? { rooms } : withLocations(db, actor, rooms);
  },
);

/** Rooms, and each of their locations once. */
export async function withLocations(db: Reader, actor: TenantActor, rooms: Room[]) {
  const locationIds = new Set(rooms.map((room) => room.locationId));
  return { rooms, locations: await listLocationsByIds(db, actor, [...locationIds]) };
}
