import { cutPage, keysetOf } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findLocation } from '../store/locations.ts';
import { listRooms as fetchRooms } from '../store/rooms.ts';

export const listRooms = query(RoomService.method.listRooms, async (db, request, { actor }) => {
  const { page, locationId, locationMustExist, ids, isArchived = null, updatedSince = null } = request;
  const keyset = keysetOf(page, '');
  const fetched = await fetchRooms(db, actor, keyset, {
    ids: ids?.ids ?? null,
    locationId: locationId ?? null,
    isArchived,
    updatedSince,
  });
  // A location with a room exists; only an empty page needs the check.
  if (locationMustExist && locationId !== undefined && fetched.length === 0) {
    if (!(await findLocation(db, actor, locationId))) refuse('LOCATION_NOT_FOUND');
  }
  const { rows, hasMore } = cutPage(fetched, keyset);
  return { rooms: rows, hasMore };
});
