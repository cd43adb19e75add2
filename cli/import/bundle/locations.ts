import { atMostOneDefault } from './defaults.ts';
import { flag, int32, list, optional, record, ref, type Section, text } from './pieces.ts';

const SetupSchema = record({
  ref: ref('setups'),
  name: text(),
  capacity: optional(int32()),
  isDefault: optional(flag()),
});

const RoomSchema = record({
  ref: ref('rooms'),
  name: text(),
  capacity: optional(int32()),
  setups: optional(list(SetupSchema, 1000)),
});

const LocationSchema = record({
  ref: ref('locations'),
  name: text(100),
  address: text(500),
  rooms: list(RoomSchema, 10_000),
});

export const locations = {
  name: 'locations',
  schema: LocationSchema,
  check(records, check) {
    for (const [l, { rooms }] of records) {
      for (const [r, { setups = [] }] of rooms.entries()) {
        atMostOneDefault(setups, [l, 'rooms', r, 'setups'], 'setup of the room', check);
      }
    }
  },
} as const satisfies Section<typeof LocationSchema>;
