import { flag, int32, optional, text } from '../../../platform/data/import/fields.ts';
import { kind } from '../../../platform/data/import/kind.ts';
import * as tables from '../store/tables.ts';

/** A room shows its setups. */
const setups = kind('setups', tables.roomSetups, {
  fields: { name: text(), capacity: optional(int32()), isDefault: optional(flag()) },
  parent: 'roomId',
  shownAs: 'setups',
  defaultOf: 'setup of the room',
});

export const rooms = kind('rooms', tables.rooms, {
  fields: { name: text(), capacity: optional(int32()) },
  nested: { setups: { kind: setups, atMost: 1000, isOptional: true } },
  parent: 'locationId',
  initial: () => ({ isArchived: false }),
});

export const locations = kind('locations', tables.locations, {
  fields: { name: text(100), address: text(500) },
  nested: { rooms: { kind: rooms, atMost: 10_000 } },
});

/** The sections of an institution bundle that belong to locations. */
export const sections = [locations];
