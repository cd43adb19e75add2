import { RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { refuse } from '../../chassis/errors/refusal.ts';
import { query } from '../../chassis/query.ts';
import { findRoom } from '../store/rooms.ts';

export const getRoom = query(RoomService.method.getRoom, async (db, { id }, { actor }) => ({
  room: (await findRoom(db, actor, id)) ?? refuse('ROOM_NOT_FOUND'),
}));
