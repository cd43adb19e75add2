import { boolean, instant, integer, plainText, text, uuid } from '../../../platform/data/schema/column.ts';
import { table } from '../../../platform/data/schema/table.ts';

export const locations = table('locations', {
  audited: { resource: 'location' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    ref: text().nullable(),
    name: plainText(),
    address: text(),
    revision: uuid(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  primaryKey: ['institutionId', 'id'],
  uniques: [{ name: 'locations_ref', columns: ['institutionId', 'ref'] }],
  indexes: [{ name: 'locations_page', columns: ['institutionId', 'name', 'id'] }],
  checks: [
    { name: 'locations_address_check', expression: '(char_length(address) >= 1) AND (char_length(address) <= 500)' },
    { name: 'locations_name_check', expression: '(char_length(name) >= 1) AND (char_length(name) <= 100)' },
  ],
});

export const rooms = table('rooms', {
  audited: { resource: 'room' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    locationId: uuid(),
    ref: text().nullable(),
    name: plainText(),
    capacity: integer().nullable(),
    isArchived: boolean().default('false'),
    revision: uuid(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  primaryKey: ['institutionId', 'id'],
  uniques: [{ name: 'rooms_ref', columns: ['institutionId', 'ref'] }],
  indexes: [
    { name: 'rooms_of_location', columns: ['institutionId', 'locationId', 'name', 'id'] },
    { name: 'rooms_page', columns: ['institutionId', 'name', 'id'] },
  ],
  checks: [
    { name: 'rooms_capacity_check', expression: 'capacity >= 0' },
    { name: 'rooms_name_check', expression: '(char_length(name) >= 1) AND (char_length(name) <= 255)' },
  ],
  references: [
    {
      name: 'rooms_location',
      columns: ['institutionId', 'locationId'],
      to: 'locations',
      toColumns: ['institutionId', 'id'],
    },
  ],
});

export const roomSetups = table('room_setups', {
  columns: {
    institutionId: uuid(),
    id: uuid(),
    roomId: uuid(),
    ref: text().nullable(),
    name: plainText(),
    capacity: integer().nullable(),
    isDefault: boolean(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  primaryKey: ['institutionId', 'id'],
  uniques: [
    { name: 'room_setups_ref', columns: ['institutionId', 'ref'] },
    { name: 'room_setups_default', columns: ['institutionId', 'roomId'], where: 'is_default' },
  ],
  indexes: [{ name: 'room_setups_of_room', columns: ['institutionId', 'roomId'] }],
  checks: [
    { name: 'room_setups_capacity_check', expression: 'capacity >= 0' },
    { name: 'room_setups_name_check', expression: '(char_length(name) >= 1) AND (char_length(name) <= 255)' },
  ],
  references: [
    {
      name: 'room_setups_room',
      columns: ['institutionId', 'roomId'],
      to: 'rooms',
      toColumns: ['institutionId', 'id'],
    },
  ],
});

/** All tables of locations. */
export const locationsTables = [locations, rooms, roomSetups] as const;
