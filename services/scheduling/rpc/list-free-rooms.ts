import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { fromInstantText } from '../../../platform/core/instant.ts';
import { present } from '../../../platform/core/present.ts';
import { query } from '../../../platform/handler/query.ts';
import type { Position } from '../../../proto/gen/lyceum/common/v1/paging_pb.ts';
import { type BookableRoom, RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { FreeRoomService } from '../../../proto/gen/lyceum/scheduling/v1/free_room_pb.ts';
import { listBookedRooms } from '../store/booked-rooms.ts';

/**
 * Rooms are in locations, bookings here. Reads up to {@link ROOMS_AT_ONCE} rooms at a time from locations, in the order
 * of the list, and leaves out booked ones until the page is full. If nearly all rooms are booked, a page ends after
 * {@link ROOMS_LOOKED_AT}, however few free ones it holds.
 */
export const listFreeRooms = query(FreeRoomService.method.listFreeRooms, async (db, request, { actor, call }) => {
  const { from, to, capacity, locationId } = request;
  if (fromInstantText(from) >= fromInstantText(to)) refuseField('/to', 'invalid_value', 'must be later than from');
  const page = present(request.page, 'page');
  const filters = {
    ...(capacity === undefined ? {} : { capacity }),
    ...(locationId === undefined ? {} : { locationId }),
  };
  const free: BookableRoom[] = [];
  let after: Position | undefined = page.after;
  let left = ROOMS_LOOKED_AT;
  // One more than the page holds shows that there are more; even if half of the rooms are booked, one round is enough.
  let size = Math.min(2 * (page.size + 1), ROOMS_AT_ONCE);
  do {
    const { rooms, end } = await call(RoomService.method.listBookableRooms, {
      page: { size, ...(after ? { after } : {}) },
      ...filters,
    });
    const ids = rooms.map(({ id }) => id);
    const booked = await listBookedRooms(db, actor, ids, { from, to });
    free.push(...rooms.filter(({ id }) => !booked.has(id)));
    after = end;
    left -= size;
    size = Math.min(left, ROOMS_AT_ONCE);
  } while (after && left > 0 && free.length <= page.size);
  const rooms = free.slice(0, page.size);
  const last = rooms.at(-1);
  const end = free.length > page.size && last ? { sort: last.name, id: last.id } : after;
  return {
    rooms: rooms.map(({ id, setupId }) => ({ roomId: id, ...(setupId === undefined ? {} : { setupId }) })),
    hasMore: end !== undefined,
    ...(end ? { end } : {}),
  };
});

/** Maximum per page. */
const ROOMS_LOOKED_AT = 1_000;

const ROOMS_AT_ONCE = 500;
