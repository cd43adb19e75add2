-- Up Migration
-- Time records of members, and the templates of category timestamps. Every key starts with the institution, so that no row can be found, joined
-- or be unique across institutions, and the tables can be distributed by it.
-- A revision with a default is the version that audit records name: new with every change.

CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE TABLE timestamp_templates (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text COLLATE "C" NOT NULL,
  label text NOT NULL,
  color text,
  position integer NOT NULL CHECK (position >= 0),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (institution_id, id),
  CONSTRAINT timestamp_templates_ref UNIQUE (institution_id, ref)
);
CREATE INDEX timestamp_templates_by_position ON timestamp_templates (institution_id, position, id);

-- Sessions and logs are one record, which keeps its id when the session becomes a log. The member is a user of another service.
CREATE TABLE time_records (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  start_time timestamptz(3) NOT NULL,
  -- NULL while the session is open.
  end_time timestamptz(3),
  -- The latest of start, pauses and resumes: no punch may be earlier.
  last_event_at timestamptz(3) NOT NULL,
  -- [{start, end or null}] in order, and [{id, templateId or null, label, time}] by time: instants as text, UTC, milliseconds.
  pauses jsonb NOT NULL,
  timestamps jsonb NOT NULL,
  source text NOT NULL CHECK (source IN ('session', 'api', 'bulk', 'console')),
  note text,
  auto_closed boolean NOT NULL,
  revision uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  -- An empty range overlaps nothing: it would slip past the constraint below.
  CONSTRAINT time_records_not_empty CHECK (end_time > start_time),
  -- Half-open, so that touching records do not overlap; a NULL end is infinity. Hence the records of a member follow one another, and an open
  -- one is the last.
  CONSTRAINT time_records_no_overlap EXCLUDE USING gist
    (institution_id WITH =, user_id WITH =, tstzrange(start_time, end_time, '[)') WITH &&)
);
CREATE INDEX time_records_by_start ON time_records (institution_id, user_id, start_time, id);
CREATE UNIQUE INDEX time_records_open ON time_records (institution_id, user_id) WHERE end_time IS NULL;
-- Lists of all members. A record that overlaps a period begins in it, shortly before it, or is one of the few that last long.
CREATE INDEX time_records_by_time ON time_records (institution_id, start_time, id);
CREATE INDEX time_records_long ON time_records (institution_id, start_time, id) WHERE end_time - start_time > '48:00:00'::interval;
CREATE INDEX time_records_auto_closed ON time_records (institution_id, start_time, id) WHERE auto_closed;
CREATE INDEX time_records_open_by_time ON time_records (institution_id, start_time, id) WHERE end_time IS NULL;
