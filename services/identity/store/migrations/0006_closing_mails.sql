-- Up Migration

-- Of which closing each administrator was told.
CREATE TABLE closing_mails (
  institution_id uuid NOT NULL,
  user_id uuid NOT NULL,
  closes_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, user_id)
);
