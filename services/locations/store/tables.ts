import { boolean, instant, integer, plainText, text, uuid } from '../../chassis/db/schema/column.ts';
import { type Table, table } from '../../chassis/db/schema/table.ts';

export const locations = table('locations', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    ref: text().nullable(),
    name: plainText(),
    address: text(),
    revision: uuid(),
    created_at: instant(),
    updated_at: instant(),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [{ name: 'locations_ref', columns: ['institution_id', 'ref'] }],
  indexes: [{ name: 'locations_page', columns: ['institution_id', 'name', 'id'] }],
  checks: [
    { name: 'locations_address_check', expression: '(char_length(address) >= 1) AND (char_length(address) <= 500)' },
    { name: 'locations_name_check', expression: '(char_length(name) >= 1) AND (char_length(name) <= 100)' },
  ],
});

export const rooms = table('rooms', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    location_id: uuid(),
    ref: text().nullable(),
    name: plainText(),
    capacity: integer().nullable(),
    is_archived: boolean().default('false'),
    revision: uuid(),
    created_at: instant(),
    updated_at: instant(),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [{ name: 'rooms_ref', columns: ['institution_id', 'ref'] }],
  indexes: [
    { name: 'rooms_of_location', columns: ['institution_id', 'location_id', 'name', 'id'] },
    { name: 'rooms_page', columns: ['institution_id', 'name', 'id'] },
  ],
  checks: [
    { name: 'rooms_capacity_check', expression: 'capacity >= 0' },
    { name: 'rooms_name_check', expression: '(char_length(name) >= 1) AND (char_length(name) <= 255)' },
  ],
  references: [
    {
      name: 'rooms_location',
      columns: ['institution_id', 'location_id'],
      to: 'locations',
      toColumns: ['institution_id', 'id'],
    },
  ],
});

export const roomSetups = table('room_setups', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    room_id: uuid(),
    ref: text().nullable(),
    name: plainText(),
    capacity: integer().nullable(),
    is_default: boolean(),
    created_at: instant(),
    updated_at: instant(),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [
    { name: 'room_setups_ref', columns: ['institution_id', 'ref'] },
    { name: 'room_setups_default', columns: ['institution_id', 'room_id'], where: 'is_default' },
  ],
  indexes: [{ name: 'room_setups_of_room', columns: ['institution_id', 'room_id'] }],
  checks: [
    { name: 'room_setups_capacity_check', expression: 'capacity >= 0' },
    { name: 'room_setups_name_check', expression: '(char_length(name) >= 1) AND (char_length(name) <= 255)' },
  ],
  references: [
    {
      name: 'room_setups_room',
      columns: ['institution_id', 'room_id'],
      to: 'rooms',
      toColumns: ['institution_id', 'id'],
    },
  ],
});

/** All tables of locations. */
export const locationsTables: readonly Table[] = [locations, rooms, roomSetups];
