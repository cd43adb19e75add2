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
} from '../../../libraries/typed-sql/index.ts';
import { dated, identified, table } from '../../../platform/data/tables.ts';

export const appointmentTypes = table('appointment_types', {
  audited: { resource: 'appointment_type' },
  columns: {
    ...identified,
    ref: plainText(),
    name: plainText().check('char_length(name) BETWEEN 1 AND 255'),
    color: text().nullable(),
    ...dated,
    revision: uuid().default('gen_random_uuid()'),
  },
  unique: { appointment_types_ref: ['institutionId', 'ref'] },
  indexes: { appointment_types_page: { on: ['institutionId', 'name', 'id'] } },
});

export const appointments = table('appointments', {
  audited: { resource: 'appointment', deleted: 'deletedAt' },
  columns: {
    ...identified,
    ref: plainText().nullable(),
    title: text().check('char_length(title) BETWEEN 1 AND 255'),
    notes: text().nullable(),
    dateTime: instant(),
    duration: integer().check('duration >= 1'),
    isOnline: boolean(),
    isHybrid: boolean(),
    onlineAddress: text().nullable(),
    address: text().nullable(),
    addressIsOwn: boolean(),
    location: text().nullable(),
    provider: text().nullable(),
    layerIds: uuids().check('cardinality(layer_ids) > 0'),
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
    ...dated,
    deletedAt: instant().nullable(),
  },
  checks: {
    appointments_check: 'cardinality(course_ids) = cardinality(layer_ids)',
    appointments_check1: 'cardinality(setup_ids) = cardinality(room_ids)',
    appointments_deleted_without_ref: 'deleted_at IS NULL OR ref IS NULL',
  },
  references: { appointments_type: { columns: ['institutionId', 'appointmentTypeId'], to: 'appointment_types' } },
  indexes: {
    appointments_ref: { on: ['institutionId', 'ref'], isUnique: true, where: 'ref IS NOT NULL' },
    appointments_page: { on: ['institutionId', 'dateTime', 'id'], include: ['updatedAt'], where: 'deleted_at IS NULL' },
    appointments_by_change: {
      on: ['institutionId', 'updatedAt'],
      include: ['dateTime', 'id'],
      where: 'deleted_at IS NULL',
    },
    appointments_deleted: { on: ['deletedAt'], where: 'deleted_at IS NOT NULL' },
  },
});

export const appointmentLinks = table('appointment_links', {
  columns: {
    institutionId: uuid(),
    appointmentId: uuid(),
    kind: plainText().check("kind IN ('course', 'room', 'organizer', 'user', 'group')"),
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
    occupied: range().check('NOT isempty(occupied)'),
    isExclusive: boolean(),
  },
  primaryKey: ['institutionId', 'appointmentId', 'roomId'],
  exclusions: {
    room_bookings_exclusive: `USING gist (institution_id WITH =, room_id WITH =, occupied WITH &&,
      (CASE WHEN is_exclusive THEN appointment_id ELSE '00000000-0000-0000-0000-000000000000'::uuid END) WITH <>)`,
  },
  references: {
    room_bookings_appointment: { columns: ['institutionId', 'appointmentId'], to: 'appointments', onDelete: 'cascade' },
  },
});

/** All tables of scheduling. */
export const schedulingTables = [appointmentTypes, appointments, appointmentLinks, roomBookings] as const;
