-- Up Migration
-- Appointments and their types. Every key starts with the institution, so that no row can be found, joined or be unique across
-- institutions. Records of other services are ids; who writes them has asked their owner.
-- A revision with a default is the version that audit records name: new with every change.

-- Equality of ids beside overlap of times, in one exclusion constraint.
CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE TABLE appointment_types (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
  color text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (institution_id, id),
  CONSTRAINT appointment_types_ref UNIQUE (institution_id, ref)
);
CREATE INDEX appointment_types_page ON appointment_types (institution_id, name, id);

CREATE TABLE appointments (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text COLLATE "C",
  title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 255),
  notes text,
  date_time timestamptz(3) NOT NULL,
  -- In minutes.
  duration integer NOT NULL CHECK (duration >= 1),
  is_online boolean NOT NULL,
  is_hybrid boolean NOT NULL,
  online_address text,
  address text,
  -- False while the address follows the first room.
  address_is_own boolean NOT NULL,
  location text,
  provider text,
  -- In the order of the request; what they refer to is found by appointment_links.
  layer_ids uuid[] NOT NULL CHECK (cardinality(layer_ids) > 0),
  -- The course of each layer.
  course_ids uuid[] NOT NULL CHECK (cardinality(course_ids) = cardinality(layer_ids)),
  room_ids uuid[] NOT NULL,
  -- The setup that was asked for of each room; NULL is the default one.
  setup_ids uuid[] NOT NULL CHECK (cardinality(setup_ids) = cardinality(room_ids)),
  organizer_ids uuid[] NOT NULL,
  user_ids uuid[] NOT NULL,
  user_group_ids uuid[] NOT NULL,
  creator_user_id uuid,
  appointment_type_id uuid,
  -- SEQUENCE of RFC 5545.
  sequence integer NOT NULL,
  revision uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  -- A deleted appointment is left for 30 days, for calendars alone to see.
  deleted_at timestamptz(3),
  PRIMARY KEY (institution_id, id),
  CONSTRAINT appointments_type FOREIGN KEY (institution_id, appointment_type_id) REFERENCES appointment_types (institution_id, id),
  CONSTRAINT appointments_deleted_without_ref CHECK (deleted_at IS NULL OR ref IS NULL)
);
CREATE UNIQUE INDEX appointments_ref ON appointments (institution_id, ref) WHERE ref IS NOT NULL;
-- With updated_at, so that the pages of an updatedSince list are found in the index alone.
CREATE INDEX appointments_page ON appointments (institution_id, date_time, id) INCLUDE (updated_at) WHERE deleted_at IS NULL;
-- Lists with updatedSince: what has changed is found without a walk through the list, with the columns of its order.
CREATE INDEX appointments_by_change ON appointments (institution_id, updated_at) INCLUDE (date_time, id) WHERE deleted_at IS NULL;
CREATE INDEX appointments_deleted ON appointments (deleted_at) WHERE deleted_at IS NOT NULL;

-- What lists are filtered by: one row for each course, room, organizer, participant and invited group of an appointment, in the order of the lists.
-- An appointment's rows follow from its own, and only its writes change them: a reference would make each of them look the appointment up, and a
-- second index, too.
CREATE TABLE appointment_links (
  institution_id uuid NOT NULL,
  appointment_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('course', 'room', 'organizer', 'user', 'group')),
  target_id uuid NOT NULL,
  -- Those of the appointment.
  date_time timestamptz(3) NOT NULL,
  is_deleted boolean NOT NULL,
  PRIMARY KEY (institution_id, kind, target_id, is_deleted, date_time, appointment_id)
);

-- When rooms are taken. A booking that was made while the institution rejects conflicts is exclusive: it overlaps no other of its room.
-- One that was not may overlap others that are not, so that what was booked twice stays when the institution begins to reject conflicts.
CREATE TABLE room_bookings (
  institution_id uuid NOT NULL,
  appointment_id uuid NOT NULL,
  room_id uuid NOT NULL,
  -- [date_time, date_time + duration)
  occupied tstzrange NOT NULL CHECK (NOT isempty(occupied)),
  is_exclusive boolean NOT NULL,
  PRIMARY KEY (institution_id, appointment_id, room_id),
  CONSTRAINT room_bookings_appointment FOREIGN KEY (institution_id, appointment_id)
    REFERENCES appointments (institution_id, id) ON DELETE CASCADE,
  -- Bookings that are not exclusive are all alike to each other, and so collide with exclusive ones alone.
  CONSTRAINT room_bookings_exclusive EXCLUDE USING gist (
    institution_id WITH =,
    room_id WITH =,
    occupied WITH &&,
    (CASE WHEN is_exclusive THEN appointment_id ELSE '00000000-0000-0000-0000-000000000000'::uuid END) WITH <>
  )
);
