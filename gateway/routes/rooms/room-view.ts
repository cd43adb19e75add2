import type { Room, RoomSetup } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import type { RoomView } from '../../schema/room.ts';

/** A room as the specification shows it. */
export function roomView(room: Room): RoomView {
  return {
    id: room.id,
    name: room.name,
    locationId: room.locationId,
    institutionId: room.institutionId,
    capacity: room.capacity ?? null,
    isArchived: room.isArchived,
    setups: room.setups.map(roomSetupView),
    createdAt: room.createdAt,
    updatedAt: room.updatedAt,
  };
}

/** One of a room's setups as the specification shows it. */
export function roomSetupView({ id, name, capacity, isDefault }: RoomSetup): RoomView['setups'][number] {
  return { id, name, capacity: capacity ?? null, isDefault };
}
