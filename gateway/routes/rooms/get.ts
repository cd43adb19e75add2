import { present } from '../../../platform/core/present.ts';
import { RoomService } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { readEndpoint } from '../../endpoint/declare.ts';
import { Room, roomExample } from '../../schema/room.ts';
import { roomView } from './room-view.ts';

export const getRoom = readEndpoint({
  path: '/rooms/{id}',
  operationId: 'getRoom',
  tag: 'Rooms',
  service: 'locations',
  summary: 'Get one room',
  description: 'Includes its setups.',
  data: Room,
  example: roomExample,
  async run({ params, call }) {
    const response = await call(RoomService.method.getRoom, { id: params.id });
    const room = present(response.room, 'room');
    return { data: roomView(room), revision: room.revision };
  },
});
