import { Type } from 'typebox';
import { batchGet } from '../../../../platform/core/batch-get.ts';
import type { Violation } from '../../../../platform/core/errors/refusal.ts';
import { DAY_MS, fromInstantText } from '../../../../platform/core/instant.ts';
import { RoomService } from '../../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { FreeRoomService } from '../../../../proto/gen/lyceum/scheduling/v1/free_room_pb.ts';
import { listEndpoint } from '../../../endpoint/declare.ts';
import { FreeRoom, freeRoomExample } from '../../../schema/room.ts';
import { Instant, Int32 } from '../../../schema/types.ts';
import { roomView } from '../room-view.ts';

export const listFreeRooms = listEndpoint({
  path: '/rooms/free',
  operationId: 'listFreeRooms',
  tag: 'Rooms',
  service: 'scheduling',
  summary: 'List free rooms',
  description:
    'An addition to the specification: the rooms that no appointment books at any time from `from` until just before `to`, ordered by `name`, by code point. You can book any of them for that time without a 409, unless another appointment is created first. Archived rooms are not included. If nearly all of some thousand rooms are booked, a page may have fewer rooms than `limit`, or none: continue while there is a `next_cursor`.',
  isExtension: true,
  filters: Type.Object({
    from: Instant('Start of the period, such as the `dateTime` of an appointment.'),
    to: Instant(
      'End of the period, at most 366 days after `from`. Another appointment may begin at this instant.',
      '2026-10-01T09:30:00.000Z',
    ),
    capacity: Type.Optional(
      Int32(
        'Only rooms with at least this many seats in one of their setups, or in the room itself if it has no setups. A setup without a number of seats has that of the room; if the room has none either, it counts as 0.',
        { minimum: 1 },
      ),
    ),
    locationId: Type.Optional(
      Type.String({
        description: 'Only rooms of this location. An unknown location gives an empty list.',
        maxLength: 1000,
      }),
    ),
  }),
  rules: boundsOfTime,
  item: FreeRoom,
  example: freeRoomExample,
  position: ({ name, id }) => ({ sort: name, id }),
  async run({ filters, page, call }) {
    const { rooms: free, hasMore, end } = await call(FreeRoomService.method.listFreeRooms, { ...filters, page });
    const rooms = await batchGet(
      free.map(({ roomId }) => roomId),
      async (ids) => (await call(RoomService.method.batchGetRooms, { ids, withoutLocations: true })).rooms,
    );
    const items = free.flatMap(({ roomId, setupId }) => {
      const room = rooms.get(roomId);
      if (!room) return [];
      const view = roomView(room);
      return [{ ...view, setup: view.setups.find(({ id }) => id === setupId) ?? null }];
    });
    return { items, hasMore, end };
  },
});

const LONGEST_MS = 366 * DAY_MS;

function boundsOfTime({ from, to }: { readonly from: string; readonly to: string }): Violation[] {
  const ms = fromInstantText(to) - fromInstantText(from);
  if (ms <= 0) return [{ pointer: '/to', code: 'invalid_value', message: 'must be later than from' }];
  if (ms > LONGEST_MS) return [{ pointer: '/to', code: 'too_big', message: 'must be at most 366 days after from' }];
  return [];
}
