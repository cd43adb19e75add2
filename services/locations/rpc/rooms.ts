import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { cutPage, foundRows, keysetOf } from '../../../platform/core/paging.ts';
import { query } from '../../../platform/handler/query.ts';
import { type Room, RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { ANY_CAPACITY, listBookableRooms as lookAtRooms } from '../store/bookable-rooms.ts';
import { findLocation, listLocationsByIds } from '../store/locations.ts';
import { listRooms as fetchRooms, findRoom, findRooms, listRoomsByIds, searchRooms as search } from '../store/rooms.ts';

export const getRoom = query(RoomService.method.getRoom, async (db, { id }, { actor }) => ({
  room: (await findRoom(db, actor, id)) ?? refuse('ROOM_NOT_FOUND'),
}));

export const listRooms = query(RoomService.method.listRooms, async (db, request, { actor }) => {
  const { page, locationId, locationMustExist, ids, isArchived = null, updatedSince = null } = request;
  const keyset = keysetOf(page, '');
  const filters = { ids: ids?.ids ?? null, locationId: locationId ?? null, isArchived, updatedSince };
  const { rows, ...more } =
    request.search === undefined
      ? cutPage(await fetchRooms(db, actor, keyset, filters), keyset)
      : foundRows(await findRooms(db, actor, keyset, filters, request.search));
  // A location with a room exists; only an empty page needs the check.
  if (locationMustExist && locationId !== undefined && rows.length === 0) {
    if (!(await findLocation(db, actor, locationId))) refuse('LOCATION_NOT_FOUND');
  }
  return { rooms: rows, ...more };
});

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

/** Suggests rooms for typed text. */
export const searchRooms = query(RoomService.method.searchRooms, async (db, { text }, { actor }) =>
  withLocations(db, actor, await search(db, actor, text)),
);

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
