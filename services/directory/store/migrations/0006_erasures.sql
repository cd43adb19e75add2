-- Up Migration

ALTER TABLE users ADD COLUMN erased_at timestamptz(3);

-- The erasures of people: planned, until erased_at; going on, until is_done.
CREATE TABLE erasures (
  institution_id uuid NOT NULL,
  user_id uuid NOT NULL,
  with_hours boolean NOT NULL,
  planned_at timestamptz(3) NOT NULL,
  due_at timestamptz(3) NOT NULL,
  -- Who has asked for it.
  actor_type text NOT NULL,
  actor_id text,
  -- When it was written into the journal: from then on, nobody can change the person.
  erased_at timestamptz(3),
  -- Its place in the journal.
  sequence bigint,
  is_done boolean NOT NULL,
  PRIMARY KEY (institution_id, user_id),
  CONSTRAINT erasures_user FOREIGN KEY (institution_id, user_id) REFERENCES users
);
CREATE INDEX erasures_due ON erasures (due_at) WHERE erased_at IS NULL;
