import { Type } from 'typebox';
import { RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { listEndpoint } from '../../endpoint/declare.ts';
import { Room, RoomsUpdatedSince, roomExample } from '../../schema/room.ts';
import { IsArchived } from '../../schema/types.ts';
import { roomView } from '../rooms/room-view.ts';

export const listLocationRooms = listEndpoint({
  path: '/locations/{id}/rooms',
  operationId: 'listLocationRooms',
  tag: 'Locations',
  service: 'locations',
  summary: 'List the rooms of a location',
  description: 'Ordered by `name`, by code point. Includes archived rooms, which have `isArchived: true`.',
  filters: Type.Object({
    isArchived: IsArchived('rooms'),
    updatedSince: RoomsUpdatedSince,
  }),
  item: Room,
  example: roomExample,
  position: ({ name, id }) => ({ sort: name, id }),
  async run({ params, filters, page, call }) {
    const request = { ...filters, page, locationId: params.id, locationMustExist: true };
    const { rooms, hasMore, nextUpdatedSince } = await call(RoomService.method.listRooms, request);
    return { items: rooms.map(roomView), hasMore, nextUpdatedSince };
  },
});
