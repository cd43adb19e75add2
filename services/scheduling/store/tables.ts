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
    ref: plainText().says('nothing'),
    name: plainText().says('nothing').check('char_length(name) BETWEEN 1 AND 255'),
    color: text().says('nothing').nullable(),
    ...dated,
    revision: uuid().says('nothing').default('gen_random_uuid()'),
  },
  unique: { appointment_types_ref: ['institutionId', 'ref'] },
  indexes: { appointment_types_page: { on: ['institutionId', 'name', 'id'] } },
});

export const appointments = table('appointments', {
  audited: { resource: 'appointment', deleted: 'deletedAt' },
  whose: ['organizerIds', 'userIds', 'creatorUserId'],
  columns: {
    ...identified,
    ref: plainText().says('nothing').nullable(),
    title: text().says('text', 'nobody').check('char_length(title) BETWEEN 1 AND 255'),
    notes: text().says('text').nullable(),
    dateTime: instant().says('work'),
    duration: integer().says('work').check('duration >= 1'),
    isOnline: boolean().says('nothing'),
    isHybrid: boolean().says('nothing'),
    onlineAddress: text().says('text', 'nobody').nullable(),
    address: text().says('text', 'nobody').nullable(),
    addressIsOwn: boolean().says('nothing'),
    location: text().says('text', 'nobody').nullable(),
    provider: text().says('text', 'nobody').nullable(),
    layerIds: uuids().says('nothing').check('cardinality(layer_ids) > 0'),
    courseIds: uuids().says('nothing'),
    roomIds: uuids().says('nothing'),
    setupIds: optionalUuids().says('nothing'),
    organizerIds: uuids().says('nothing'),
    userIds: uuids().says('nothing'),
    userGroupIds: uuids().says('nothing'),
    creatorUserId: uuid().says('nothing').nullable(),
    appointmentTypeId: uuid().says('nothing').nullable(),
    sequence: integer().says('nothing'),
    revision: uuid().says('nothing'),
    ...dated,
    deletedAt: instant().says('nothing').nullable(),
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
  whose: 'targetId',
  columns: {
    institutionId: uuid().says('nothing'),
    appointmentId: uuid().says('nothing'),
    kind: plainText().says('nothing').check("kind IN ('course', 'room', 'organizer', 'user', 'group')"),
    targetId: uuid().says('nothing'),
    dateTime: instant().says('work'),
    isDeleted: boolean().says('nothing'),
  },
  primaryKey: ['institutionId', 'kind', 'targetId', 'isDeleted', 'dateTime', 'appointmentId'],
});

export const roomBookings = table('room_bookings', {
  columns: {
    institutionId: uuid().says('nothing'),
    appointmentId: uuid().says('nothing'),
    roomId: uuid().says('nothing'),
    occupied: range().says('nothing').check('NOT isempty(occupied)'),
    isExclusive: boolean().says('nothing'),
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
