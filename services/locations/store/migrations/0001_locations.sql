-- Up Migration
-- Keys and unique constraints begin with the institution: a row of one institution can not refer to, or collide with, one of another.
-- Names are in code point order, so that pages follow the same order on every server, whatever its locale.

CREATE TABLE locations (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text,
  name text COLLATE "C" NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  address text NOT NULL CHECK (char_length(address) BETWEEN 1 AND 500),
  revision uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT locations_ref UNIQUE (institution_id, ref)
);
-- With updated_at, so that the pages of an updatedSince list are found in the index alone.
CREATE INDEX locations_page ON locations (institution_id, name, id) INCLUDE (updated_at);
-- Lists with updatedSince: what has changed is found without a walk through the list, with the columns of its order.
CREATE INDEX locations_by_change ON locations (institution_id, updated_at) INCLUDE (name, id);

CREATE TABLE rooms (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  location_id uuid NOT NULL,
  ref text,
  name text COLLATE "C" NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
  capacity integer CHECK (capacity >= 0),
  is_archived boolean NOT NULL DEFAULT false,
  revision uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT rooms_ref UNIQUE (institution_id, ref),
  CONSTRAINT rooms_location FOREIGN KEY (institution_id, location_id) REFERENCES locations (institution_id, id)
);
CREATE INDEX rooms_page ON rooms (institution_id, name, id) INCLUDE (updated_at, is_archived);
-- Lists with isArchived, however few or many records that are.
CREATE INDEX rooms_by_archiving ON rooms (institution_id, is_archived, name, id);
CREATE INDEX rooms_of_location ON rooms (institution_id, location_id, name, id) INCLUDE (updated_at, is_archived);
CREATE INDEX rooms_by_change ON rooms (institution_id, updated_at) INCLUDE (name, id, location_id, is_archived);

CREATE TABLE room_setups (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  room_id uuid NOT NULL,
  ref text,
  name text COLLATE "C" NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
  capacity integer CHECK (capacity >= 0),
  is_default boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT room_setups_ref UNIQUE (institution_id, ref),
  CONSTRAINT room_setups_room FOREIGN KEY (institution_id, room_id) REFERENCES rooms (institution_id, id)
);
CREATE INDEX room_setups_of_room ON room_setups (institution_id, room_id);
CREATE UNIQUE INDEX room_setups_default ON room_setups (institution_id, room_id) WHERE is_default;
