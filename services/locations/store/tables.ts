import { boolean, integer, plainText, text, uuid } from '../../../libraries/typed-sql/index.ts';
import { dated, identified, table } from '../../../platform/data/tables.ts';

export const locations = table('locations', {
  audited: { resource: 'location' },
  columns: {
    ...identified,
    ref: text().says('nothing').nullable(),
    name: plainText().says('nothing').check('char_length(name) BETWEEN 1 AND 100'),
    address: text().says('nothing').check('char_length(address) BETWEEN 1 AND 500'),
    revision: uuid().says('nothing'),
    ...dated,
  },
  unique: { locations_ref: ['institutionId', 'ref'] },
  indexes: {
    locations_page: { on: ['institutionId', 'name', 'id'], include: ['updatedAt'] },
    locations_by_change: { on: ['institutionId', 'updatedAt'], include: ['name', 'id'] },
  },
});

export const rooms = table('rooms', {
  audited: { resource: 'room' },
  columns: {
    ...identified,
    locationId: uuid().says('nothing'),
    ref: text().says('nothing').nullable(),
    name: plainText().says('nothing').check('char_length(name) BETWEEN 1 AND 255'),
    capacity: integer().says('nothing').nullable().check('capacity >= 0'),
    isArchived: boolean().says('nothing').default('false'),
    revision: uuid().says('nothing'),
    ...dated,
  },
  unique: { rooms_ref: ['institutionId', 'ref'] },
  references: { rooms_location: { columns: ['institutionId', 'locationId'], to: 'locations' } },
  indexes: {
    rooms_page: { on: ['institutionId', 'name', 'id'], include: ['updatedAt', 'isArchived'] },
    rooms_by_archiving: { on: ['institutionId', 'isArchived', 'name', 'id'] },
    rooms_of_location: { on: ['institutionId', 'locationId', 'name', 'id'], include: ['updatedAt', 'isArchived'] },
    rooms_by_change: { on: ['institutionId', 'updatedAt'], include: ['name', 'id', 'locationId', 'isArchived'] },
  },
});

export const roomSetups = table('room_setups', {
  columns: {
    ...identified,
    roomId: uuid().says('nothing'),
    ref: text().says('nothing').nullable(),
    name: plainText().says('nothing').check('char_length(name) BETWEEN 1 AND 255'),
    capacity: integer().says('nothing').nullable().check('capacity >= 0'),
    isDefault: boolean().says('nothing'),
    ...dated,
  },
  unique: { room_setups_ref: ['institutionId', 'ref'] },
  references: { room_setups_room: { columns: ['institutionId', 'roomId'], to: 'rooms' } },
  indexes: {
    room_setups_of_room: { on: ['institutionId', 'roomId'] },
    room_setups_default: { on: ['institutionId', 'roomId'], isUnique: true, where: 'is_default' },
  },
});

/** All tables of locations. */
export const locationsTables = [locations, rooms, roomSetups] as const;
