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
  uniques: [{ name: 'appointment_types_ref', columns: ['institutionId', 'ref'] }],
  indexes: [{ name: 'appointment_types_page', columns: ['institutionId', 'name', 'id'] }],
  checks: [
    { name: 'appointment_types_name_check', expression: '(char_length(name) >= 1) AND (char_length(name) <= 255)' },
  ],
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
  uniques: [{ name: 'appointments_ref', columns: ['institutionId', 'ref'], where: 'ref IS NOT NULL' }],
  indexes: [
    {
      name: 'appointments_by_change',
      columns: ['institutionId', 'updatedAt'],
      include: ['dateTime', 'id'],
      where: 'deleted_at IS NULL',
    },
    { name: 'appointments_deleted', columns: ['deletedAt'], where: 'deleted_at IS NOT NULL' },
    {
      name: 'appointments_page',
      columns: ['institutionId', 'dateTime', 'id'],
      include: ['updatedAt'],
      where: 'deleted_at IS NULL',
    },
  ],
  checks: [
    { name: 'appointments_check', expression: 'cardinality(course_ids) = cardinality(layer_ids)' },
    { name: 'appointments_check1', expression: 'cardinality(setup_ids) = cardinality(room_ids)' },
    { name: 'appointments_deleted_without_ref', expression: '(deleted_at IS NULL) OR (ref IS NULL)' },
    { name: 'appointments_duration_check', expression: 'duration >= 1' },
    { name: 'appointments_layer_ids_check', expression: 'cardinality(layer_ids) > 0' },
    { name: 'appointments_title_check', expression: '(char_length(title) >= 1) AND (char_length(title) <= 255)' },
  ],
  references: [
    {
      name: 'appointments_type',
      columns: ['institutionId', 'appointmentTypeId'],
      to: 'appointment_types',
      toColumns: ['institutionId', 'id'],
    },
  ],
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
  primaryKey: ['institutionId', 'appointmentId', 'kind', 'targetId'],
  indexes: [
    {
      name: 'appointment_links_page',
      columns: ['institutionId', 'kind', 'targetId', 'isDeleted', 'dateTime', 'appointmentId'],
    },
  ],
  checks: [
    {
      name: 'appointment_links_kind_check',
      expression: "kind = ANY (ARRAY['course'::text, 'room'::text, 'organizer'::text, 'user'::text])",
    },
  ],
  references: [
    {
      name: 'appointment_links_appointment',
      columns: ['institutionId', 'appointmentId'],
      to: 'appointments',
      toColumns: ['institutionId', 'id'],
      onDelete: 'cascade',
    },
  ],
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
  checks: [
    { name: 'room_bookings_occupied_check', expression: 'NOT isempty(occupied)' },
    {
      name: 'room_bookings_exclusive',
      expression:
        "EXCLUDE USING gist (institution_id WITH =, room_id WITH =, occupied WITH &&, ( CASE WHEN is_exclusive THEN appointment_id ELSE '00000000-0000-0000-0000-000000000000'::uuid END) WITH <>)",
    },
  ],
  references: [
    {
      name: 'room_bookings_appointment',
      columns: ['institutionId', 'appointmentId'],
      to: 'appointments',
      toColumns: ['institutionId', 'id'],
      onDelete: 'cascade',
    },
  ],
});

/** All tables of scheduling. */
export const schedulingTables = [appointmentTypes, appointments, appointmentLinks, roomBookings] as const;
