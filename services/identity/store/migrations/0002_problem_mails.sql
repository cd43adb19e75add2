-- Up Migration

-- Who wants email about problems, and what each has been told. The row outlives the administrator by a day, so that nobody who is removed and added
-- again gets a second email that day.
CREATE TABLE problem_mails (
  institution_id uuid NOT NULL,
  user_id uuid NOT NULL,
  is_wanted boolean NOT NULL,
  revision uuid NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  -- The problems that the last email told, as far as they have lasted since.
  told_keys jsonb NOT NULL,
  -- When an email was last sent, or begun to be sent, and when to look for problems next: by the clock of the database, which all replicas share.
  mailed_at timestamptz(3),
  look_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, user_id)
);
CREATE INDEX problem_mails_due ON problem_mails (look_at) WHERE is_wanted;
