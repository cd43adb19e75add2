-- Up Migration
-- Academic terms, module groups, tags, modules. Every key starts with the institution, so that no row can be found, joined or be unique across
-- institutions, and the tables can be distributed by it. Values that are never searched are json, which keeps a text as it was written: an
-- import compares it with its own.

CREATE TABLE organization_terms (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text COLLATE "C" NOT NULL,
  name text NOT NULL,
  code text,
  term_start timestamptz(3) NOT NULL,
  term_end timestamptz(3) NOT NULL,
  election_start timestamptz(3),
  election_end timestamptz(3),
  reassessment_registration_start timestamptz(3),
  reassessment_registration_end timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT organization_terms_ref UNIQUE (institution_id, ref)
);

CREATE TABLE module_groups (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text COLLATE "C" NOT NULL,
  name text NOT NULL,
  code text,
  color text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT module_groups_ref UNIQUE (institution_id, ref)
);

CREATE TABLE tags (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  color text,
  icon text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT tags_ref UNIQUE (institution_id, ref)
);

CREATE TABLE course_modules (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text COLLATE "C" NOT NULL,
  name text NOT NULL,
  code text,
  is_archived boolean NOT NULL,
  -- Names by language tag; NULL without any.
  name_translations json,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT course_modules_ref UNIQUE (institution_id, ref)
);

CREATE TABLE course_module_tags (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  course_module_id uuid NOT NULL,
  tag_id uuid NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT course_module_tags_once UNIQUE (institution_id, course_module_id, tag_id),
  CONSTRAINT course_module_tags_module FOREIGN KEY (institution_id, course_module_id) REFERENCES course_modules (institution_id, id),
  CONSTRAINT course_module_tags_tag FOREIGN KEY (institution_id, tag_id) REFERENCES tags (institution_id, id)
);

CREATE TABLE module_versions (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text COLLATE "C" NOT NULL,
  course_module_id uuid NOT NULL,
  version text NOT NULL,
  name text NOT NULL,
  ects_points integer NOT NULL CHECK (ects_points >= 0),
  status text NOT NULL,
  is_default boolean NOT NULL,
  description text,
  capacity integer CHECK (capacity >= 0),
  color text,
  module_name text,
  required_attendance_percentage double precision CHECK (required_attendance_percentage BETWEEN 0 AND 100),
  -- [{ name, weight }], in the bundle's order.
  examination_requirements json NOT NULL,
  -- The time plan is a part of its version: it has an id, and no life of its own.
  time_plan_id uuid,
  -- NULL is the institution's default unit.
  unit_name text,
  unit_minutes double precision CHECK (unit_minutes > 0),
  -- [{ name, units, requiresAppointments }], in the bundle's order.
  time_plan_items json,
  -- The sum of the units that require appointments (decisions 9.8).
  unit_amount double precision NOT NULL CHECK (unit_amount >= 0),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT module_versions_ref UNIQUE (institution_id, ref),
  CONSTRAINT module_versions_of_module UNIQUE (institution_id, course_module_id, id),
  CONSTRAINT module_versions_module FOREIGN KEY (institution_id, course_module_id) REFERENCES course_modules (institution_id, id),
  CONSTRAINT module_versions_time_plan CHECK (
    (time_plan_id IS NULL) = (time_plan_items IS NULL)
    AND (time_plan_id IS NOT NULL OR (unit_name IS NULL AND unit_minutes IS NULL AND unit_amount = 0))
  )
);
CREATE UNIQUE INDEX module_versions_default ON module_versions (institution_id, course_module_id) WHERE is_default;

-- The child requires the parent (decisions 9.6).
CREATE TABLE module_connections (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  parent_module_version_id uuid NOT NULL,
  child_module_version_id uuid NOT NULL,
  study_period_id text,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT module_connections_once UNIQUE NULLS NOT DISTINCT
    (institution_id, child_module_version_id, parent_module_version_id, study_period_id),
  CONSTRAINT module_connections_parent FOREIGN KEY (institution_id, parent_module_version_id)
    REFERENCES module_versions (institution_id, id),
  CONSTRAINT module_connections_child FOREIGN KEY (institution_id, child_module_version_id)
    REFERENCES module_versions (institution_id, id),
  CONSTRAINT module_connections_two CHECK (parent_module_version_id <> child_module_version_id)
);
CREATE INDEX module_connections_of_parent ON module_connections (institution_id, parent_module_version_id);
