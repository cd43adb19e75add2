import { boolean, instant, integer, plainText, range, text, uuid, uuids } from '../../chassis/db/schema/column.ts';
import { type Table, table } from '../../chassis/db/schema/table.ts';

export const appointmentTypes = table('appointment_types', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    ref: plainText(),
    name: plainText(),
    color: text().nullable(),
    created_at: instant(),
    updated_at: instant(),
    revision: uuid().default('gen_random_uuid()'),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [{ name: 'appointment_types_ref', columns: ['institution_id', 'ref'] }],
  indexes: [{ name: 'appointment_types_page', columns: ['institution_id', 'name', 'id'] }],
  checks: [
    { name: 'appointment_types_name_check', expression: '(char_length(name) >= 1) AND (char_length(name) <= 255)' },
  ],
});

export const appointments = table('appointments', {
  columns: {
    institution_id: uuid(),
    id: uuid(),
    ref: plainText().nullable(),
    title: text(),
    notes: text().nullable(),
    date_time: instant(),
    duration: integer(),
    is_online: boolean(),
    is_hybrid: boolean(),
    online_address: text().nullable(),
    address: text().nullable(),
    address_is_own: boolean(),
    location: text().nullable(),
    provider: text().nullable(),
    layer_ids: uuids(),
    course_ids: uuids(),
    room_ids: uuids(),
    setup_ids: uuids(),
    organizer_ids: uuids(),
    user_ids: uuids(),
    user_group_ids: uuids(),
    creator_user_id: uuid().nullable(),
    appointment_type_id: uuid().nullable(),
    sequence: integer(),
    revision: uuid(),
    created_at: instant(),
    updated_at: instant(),
    deleted_at: instant().nullable(),
  },
  primaryKey: ['institution_id', 'id'],
  uniques: [{ name: 'appointments_ref', columns: ['institution_id', 'ref'], where: 'ref IS NOT NULL' }],
  indexes: [
    { name: 'appointments_deleted', columns: ['deleted_at'], where: 'deleted_at IS NOT NULL' },
    {
      name: 'appointments_page',
      columns: ['institution_id', 'date_time', 'id'],
      include: ['updated_at'],
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
      columns: ['institution_id', 'appointment_type_id'],
      to: 'appointment_types',
      toColumns: ['institution_id', 'id'],
    },
  ],
});

export const appointmentLinks = table('appointment_links', {
  columns: {
    institution_id: uuid(),
    appointment_id: uuid(),
    kind: plainText(),
    target_id: uuid(),
    date_time: instant(),
    is_deleted: boolean(),
  },
  primaryKey: ['institution_id', 'appointment_id', 'kind', 'target_id'],
  indexes: [
    {
      name: 'appointment_links_page',
      columns: ['institution_id', 'kind', 'target_id', 'is_deleted', 'date_time', 'appointment_id'],
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
      columns: ['institution_id', 'appointment_id'],
      to: 'appointments',
      toColumns: ['institution_id', 'id'],
      onDelete: 'cascade',
    },
  ],
});

export const roomBookings = table('room_bookings', {
  columns: {
    institution_id: uuid(),
    appointment_id: uuid(),
    room_id: uuid(),
    occupied: range(),
    is_exclusive: boolean(),
  },
  primaryKey: ['institution_id', 'appointment_id', 'room_id'],
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
      columns: ['institution_id', 'appointment_id'],
      to: 'appointments',
      toColumns: ['institution_id', 'id'],
      onDelete: 'cascade',
    },
  ],
});

/** All tables of scheduling. */
export const schedulingTables: readonly Table[] = [appointmentTypes, appointments, appointmentLinks, roomBookings];
