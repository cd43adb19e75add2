-- Up Migration
-- Institutions, their users, groups and courses. Every key starts with the institution, so that no row can be found, joined or
-- be unique across institutions, and the tables can be distributed by it.
-- A revision with a default is the version that audit records name: new with every change.

-- For the search of people: the institution and parts of texts in one index.
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The platform's own table: it is what institutions are, so it starts with none.
CREATE TABLE institutions (
  id uuid PRIMARY KEY,
  ref text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  -- Settings; NULL is the default.
  time_tracking_timezone text,
  time_tracking_enabled boolean,
  scheduling_enabled boolean,
  reject_room_conflicts boolean,
  user_code_format text,
  default_lesson_unit_name text,
  default_lesson_unit_minutes double precision CHECK (default_lesson_unit_minutes > 0),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  CONSTRAINT institutions_ref UNIQUE (ref)
);

-- No foreign key to institutions: each creation would lock its institution's row, all of them the same one. Institutions are never deleted,
-- and every write of a user reads its institution's settings first.
CREATE TABLE users (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text COLLATE "C",
  email text NOT NULL,
  -- What makes emails and codes equal, as platform/core/text-keys.ts computes it.
  email_key text COLLATE "C" NOT NULL,
  name text NOT NULL,
  -- False while the name follows first and last name.
  name_is_own boolean NOT NULL,
  first_name text,
  last_name text,
  image text,
  code text,
  code_key text COLLATE "C",
  is_archived boolean NOT NULL,
  -- What the directory of the institution calls the user, for syncs by SCIM.
  external_id text,
  -- Whether a directory sync has deleted the user, who then is archived and unknown to it.
  is_removed boolean NOT NULL DEFAULT false,
  revision uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT users_email UNIQUE (institution_id, email_key),
  CONSTRAINT users_code_with_key CHECK ((code IS NULL) = (code_key IS NULL)),
  CONSTRAINT users_removed_archived CHECK (is_archived OR NOT is_removed)
);
-- Partial: a user without code or ref costs no entry.
CREATE UNIQUE INDEX users_code ON users (institution_id, code_key) WHERE code_key IS NOT NULL;
CREATE UNIQUE INDEX users_ref ON users (institution_id, ref) WHERE ref IS NOT NULL;
CREATE UNIQUE INDEX users_external_id ON users (institution_id, external_id) WHERE external_id IS NOT NULL;
-- With what filters, so that the pages of an updatedSince list are found in the index alone.
CREATE INDEX users_by_creation ON users (institution_id, created_at, id) INCLUDE (updated_at, is_archived);
-- Lists with isArchived, however few or many records that are.
CREATE INDEX users_by_archiving ON users (institution_id, is_archived, created_at, id);
-- People by name, and those whose name, email or code contains a text of three letters or more.
CREATE INDEX users_by_name ON users (institution_id, is_archived, name, id);
CREATE INDEX users_search ON users USING gin
  (institution_id, (lower(normalize(name || E'\n' || email || E'\n' || COALESCE(code, '')) COLLATE pg_c_utf8)) gin_trgm_ops);
-- Lists with updatedSince: what has changed is found without a walk through the list, with the columns of its order.
CREATE INDEX users_by_change ON users (institution_id, updated_at) INCLUDE (created_at, id, is_archived);

-- Files with people, from administrators: each for the session in which it was sent, for an hour.
CREATE TABLE people_imports (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  session_id uuid NOT NULL,
  -- Empty once it is imported.
  file bytea NOT NULL,
  is_imported boolean NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id)
);
CREATE INDEX people_imports_by_session ON people_imports (institution_id, session_id, expires_at);
CREATE INDEX people_imports_by_expiry ON people_imports (expires_at);

-- Whom a directory sync has archived within the last hour: see store/sync-guards.ts.
CREATE TABLE sync_archivings (
  institution_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  archived_at timestamptz(3) NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (institution_id, integration_id, archived_at, user_id)
);
-- When an administrator has last let a directory sync archive again.
CREATE TABLE sync_allowances (
  institution_id uuid NOT NULL,
  -- The integration's.
  id uuid NOT NULL,
  allowed_at timestamptz(3) NOT NULL,
  revision uuid NOT NULL,
  PRIMARY KEY (institution_id, id)
);

-- A course and its one layer (decisions 7.3).
CREATE TABLE courses (
  institution_id uuid NOT NULL REFERENCES institutions (id),
  id uuid NOT NULL,
  ref text COLLATE "C",
  code text,
  code_key text COLLATE "C",
  name text NOT NULL,
  layer_id uuid NOT NULL,
  -- NULL while the layer bears the course's name.
  layer_name text,
  is_archived boolean NOT NULL,
  revision uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT courses_layer UNIQUE (institution_id, layer_id),
  CONSTRAINT courses_code_with_key CHECK ((code IS NULL) = (code_key IS NULL))
);
CREATE UNIQUE INDEX courses_ref ON courses (institution_id, ref) WHERE ref IS NOT NULL;
CREATE INDEX courses_by_creation ON courses (institution_id, created_at, id) INCLUDE (updated_at, is_archived);
CREATE INDEX courses_by_archiving ON courses (institution_id, is_archived, created_at, id);
CREATE INDEX courses_by_change ON courses (institution_id, updated_at) INCLUDE (created_at, id, is_archived);
CREATE INDEX courses_by_code ON courses (institution_id, code_key, created_at, id) WHERE code_key IS NOT NULL;

CREATE TABLE user_groups (
  institution_id uuid NOT NULL REFERENCES institutions (id),
  id uuid NOT NULL,
  ref text COLLATE "C",
  name text COLLATE "C" NOT NULL,
  -- The number of its rows in user_group_members.
  member_count integer NOT NULL,
  revision uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id)
);
CREATE UNIQUE INDEX user_groups_ref ON user_groups (institution_id, ref) WHERE ref IS NOT NULL;
CREATE INDEX user_groups_page ON user_groups (institution_id, name, id) INCLUDE (updated_at);
CREATE INDEX user_groups_by_change ON user_groups (institution_id, updated_at) INCLUDE (name, id);

CREATE TABLE user_group_members (
  institution_id uuid NOT NULL,
  user_group_id uuid NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (institution_id, user_group_id, user_id),
  FOREIGN KEY (institution_id, user_group_id) REFERENCES user_groups (institution_id, id),
  CONSTRAINT user_group_members_user FOREIGN KEY (institution_id, user_id) REFERENCES users (institution_id, id)
);
-- The groups of a person, for the appointments that they take part in.
CREATE INDEX user_group_members_of_user ON user_group_members (institution_id, user_id, user_group_id);
