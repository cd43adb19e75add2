import { query } from '../../../platform/handler/query.ts';
import { RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { searchRooms as search } from '../store/rooms.ts';
import { withLocations } from './batch-get-rooms.ts';

/** Rooms to choose from while somebody types. */
export const searchRooms = query(RoomService.method.searchRooms, async (db, { text }, { actor }) =>
  withLocations(db, actor, await search(db, actor, text)),
);
