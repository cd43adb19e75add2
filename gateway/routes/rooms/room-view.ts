import type { Room, RoomSetup } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import { asView } from '../../endpoint/envelope.ts';
import type { RoomSetupView, RoomView } from '../../schema/room.ts';

/** A room as the specification shows it. */
export const roomView = asView<RoomView, Room>;

/** One of a room's setups as the specification shows it. */
export const roomSetupView = asView<RoomSetupView, RoomSetup>;
