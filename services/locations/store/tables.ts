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
});

/** All tables of locations. */
export const locationsTables = [locations, rooms, roomSetups] as const;
