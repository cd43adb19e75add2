import {
  boolean,
  instant,
  integer,
  optionalUuids,
  plainText,
  range,
  text,
  uuid,
  uuids,
} from '../../../platform/data/schema/column.ts';
import { table } from '../../../platform/data/schema/table.ts';

export const appointmentTypes = table('appointment_types', {
  audited: { resource: 'appointment_type' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    ref: plainText(),
    name: plainText(),
    color: text().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institutionId', 'id'],
});

export const appointments = table('appointments', {
  audited: { resource: 'appointment', deleted: 'deletedAt' },
  columns: {
    institutionId: uuid(),
    id: uuid(),
    ref: plainText().nullable(),
    title: text(),
    notes: text().nullable(),
    dateTime: instant(),
    duration: integer(),
    isOnline: boolean(),
    isHybrid: boolean(),
    onlineAddress: text().nullable(),
    address: text().nullable(),
    addressIsOwn: boolean(),
    location: text().nullable(),
    provider: text().nullable(),
    layerIds: uuids(),
    courseIds: uuids(),
    roomIds: uuids(),
    setupIds: optionalUuids(),
    organizerIds: uuids(),
    userIds: uuids(),
    userGroupIds: uuids(),
    creatorUserId: uuid().nullable(),
    appointmentTypeId: uuid().nullable(),
    sequence: integer(),
    revision: uuid(),
    createdAt: instant(),
    updatedAt: instant(),
    deletedAt: instant().nullable(),
  },
  primaryKey: ['institutionId', 'id'],
});

export const appointmentLinks = table('appointment_links', {
  columns: {
    institutionId: uuid(),
    appointmentId: uuid(),
    kind: plainText(),
    targetId: uuid(),
    dateTime: instant(),
    isDeleted: boolean(),
  },
  primaryKey: ['institutionId', 'kind', 'targetId', 'isDeleted', 'dateTime', 'appointmentId'],
});

export const roomBookings = table('room_bookings', {
  columns: {
    institutionId: uuid(),
    appointmentId: uuid(),
    roomId: uuid(),
    occupied: range(),
    isExclusive: boolean(),
  },
  primaryKey: ['institutionId', 'appointmentId', 'roomId'],
});

/** All tables of scheduling. */
export const schedulingTables = [appointmentTypes, appointments, appointmentLinks, roomBookings] as const;
