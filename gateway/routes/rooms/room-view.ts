import type { Room, RoomSetup } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { shown } from '../../endpoint/envelope.ts';
import type { RoomSetupView, RoomView } from '../../schema/room.ts';

/** A room as the specification shows it. */
export const roomView = shown<RoomView, Room>;

/** One of a room's setups as the specification shows it. */
export const roomSetupView = shown<RoomSetupView, RoomSetup>;
