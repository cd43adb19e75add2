import { changesOf } from '../../../platform/core/changes-of.ts';
import { LocationSchema } from '../../../proto/gen/lyceum/locations/v1/location_pb.ts';
import { RoomSchema } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';

/** The number of rooms is computed: adding one does not change the location. */
export const locationChanges = changesOf(LocationSchema, { roomsCount: {} });

/** The fields of a room that an import changes, without its setups. */
export const roomChanges = changesOf(RoomSchema, { isArchived: {}, setups: {} });
