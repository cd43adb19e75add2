import { Type } from 'typebox';
import { RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { listEndpoint } from '../../endpoint/declare.ts';
import { Room, RoomsUpdatedSince, roomExample } from '../../schema/room.ts';
import { Ids, IsArchived, Search } from '../../schema/types.ts';
import { roomView } from './room-view.ts';

export const listRooms = listEndpoint({
  path: '/rooms',
  operationId: 'listRooms',
  tag: 'Rooms',
  service: 'locations',
  summary: 'List rooms',
  description: 'Ordered by `name`, by code point. Includes archived rooms, which have `isArchived: true`.',
  filters: Type.Object({
    ids: Ids('rooms'),
    locationId: Type.Optional(
      Type.String({
        description: 'Only rooms of this location. An unknown location gives an empty list.',
        maxLength: 1000,
      }),
    ),
    search: Search('rooms', 'name'),
    isArchived: IsArchived('rooms'),
    updatedSince: RoomsUpdatedSince,
  }),
  item: Room,
  example: roomExample,
  position: ({ name, id }) => ({ sort: name, id }),
  async run({ filters, page, call }) {
    const { rooms, hasMore, end, nextUpdatedSince } = await call(RoomService.method.listRooms, { ...filters, page });
    return { items: rooms.map(roomView), hasMore, end, nextUpdatedSince };
  },
});
