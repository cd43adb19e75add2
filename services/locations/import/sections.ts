import { fieldsOf } from '../../../bundle/format/fields.ts';
import { kind } from '../../../bundle/format/kind.ts';
import { LocationSchema } from '../../../proto/gen/lyceum/locations/v1/location_pb.ts';
import { RoomSchema, RoomSetupSchema } from '../../../proto/gen/lyceum/locations/v1/room_pb.ts';
import * as tables from '../store/tables.ts';

/** A room shows its setups. */
const setups = kind('setups', tables.roomSetups, {
  fields: fieldsOf(RoomSetupSchema, 'name'),
  parent: 'roomId',
  shownAs: 'setups',
  defaultOf: 'setup of the room',
});

export const rooms = kind('rooms', tables.rooms, {
  fields: fieldsOf(RoomSchema, 'name'),
  nested: { setups: { kind: setups, atMost: 1000 } },
  parent: 'locationId',
});

export const locations = kind('locations', tables.locations, {
  fields: fieldsOf(LocationSchema, 'name', 'address'),
  nested: { rooms: { kind: rooms, atMost: 10_000 } },
});

/** The sections of an institution bundle that belong to locations. */
export const sections = [locations];
