-- Up Migration

-- How long things are kept; NULL for ever.
ALTER TABLE institutions ADD COLUMN retention_audit_years integer;
ALTER TABLE institutions ADD COLUMN retention_hours_years integer;
ALTER TABLE institutions ADD COLUMN retention_keep_hours_years integer;
ALTER TABLE institutions ADD COLUMN retention_notes_months integer;
ALTER TABLE institutions ADD COLUMN retention_people_months integer;
ALTER TABLE institutions ADD CONSTRAINT institutions_retention_audit_years_check CHECK (retention_audit_years > 0);
ALTER TABLE institutions ADD CONSTRAINT institutions_retention_hours_years_check CHECK (retention_hours_years > 0);
ALTER TABLE institutions ADD CONSTRAINT institutions_retention_keep_hours_years_check CHECK (retention_keep_hours_years > 0);
ALTER TABLE institutions ADD CONSTRAINT institutions_retention_notes_months_check CHECK (retention_notes_months > 0);
ALTER TABLE institutions ADD CONSTRAINT institutions_retention_people_months_check CHECK (retention_people_months > 0);
-- NULL of who was archived before: then updated_at stands for it.
ALTER TABLE users ADD COLUMN archived_at timestamptz(3);
CREATE INDEX IF NOT EXISTS users_archived ON users (institution_id, id) WHERE is_archived AND erased_at IS NULL;
-- The people of whom nothing is erased.
CREATE TABLE person_holds (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  reason text NOT NULL,
  revision uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id)
);
ALTER TABLE person_holds ADD CONSTRAINT person_holds_reason_check CHECK (char_length(reason) BETWEEN 1 AND 500);
-- The next run of an institution and the last one.
CREATE TABLE retentions (
  institution_id uuid NOT NULL,
  due_at timestamptz(3) NOT NULL,
  started_at timestamptz(3),
  position uuid,
  people integer NOT NULL,
  sequence bigint NOT NULL,
  ran_on text COLLATE "C",
  PRIMARY KEY (institution_id)
);
CREATE INDEX retentions_due ON retentions (due_at);
-- The people whom the last run could not erase.
CREATE TABLE left_people (
  institution_id uuid NOT NULL,
  user_id uuid NOT NULL,
  reason text NOT NULL,
  noted_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, user_id)
);
ALTER TABLE left_people ADD CONSTRAINT left_people_reason_check CHECK (reason IN ('held', 'clocked_in'));
ALTER TABLE person_holds ADD CONSTRAINT person_holds_user FOREIGN KEY (institution_id, id) REFERENCES users (institution_id, id);
ALTER TABLE retentions ADD CONSTRAINT retentions_institution FOREIGN KEY (institution_id) REFERENCES institutions (id);
