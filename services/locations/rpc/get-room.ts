import { query } from '../../../platform/handler/query.ts';
import { RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findRoom } from '../store/rooms.ts';

export const getRoom = query(RoomService.method.getRoom, async (db, { id }, { actor }) => ({
  room: (await findRoom(db, actor, id)) ?? refuse('ROOM_NOT_FOUND'),
}));
