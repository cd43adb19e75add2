import { query } from '../../../platform/handler/query.ts';
import { RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { listLocationsByIds } from '../store/locations.ts';
import { listRoomsByIds } from '../store/rooms.ts';

export const batchGetRooms = query(RoomService.method.batchGetRooms, async (db, { ids }, { actor }) => {
  const rooms = await listRoomsByIds(db, actor, ids);
  const locationIds = new Set(rooms.map((room) => room.locationId));
  return { rooms, locations: await listLocationsByIds(db, actor, [...locationIds]) };
});
