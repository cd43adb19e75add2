import { keysetOf } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { ANY_CAPACITY, listBookableRooms as lookAtRooms } from '../store/bookable-rooms.ts';

export const listBookableRooms = query(RoomService.method.listBookableRooms, async (db, request, { actor }) => {
  const { page, locationId, capacity = ANY_CAPACITY } = request;
  const keyset = keysetOf(page, '');
  const lookedAt = await lookAtRooms(db, actor, keyset, { locationId, capacity });
  const onPage = lookedAt.filter(({ position }) => position < keyset.limit);
  const last = onPage.length < lookedAt.length ? onPage.at(-1) : undefined;
  return {
    rooms: onPage
      .filter(({ isBookable }) => isBookable)
      .map(({ id, name, setupId }) => ({ id, name, ...(setupId === null ? {} : { setupId }) })),
    ...(last ? { end: { sort: last.name, id: last.id } } : {}),
  };
});
