-- Up Migration

-- What owners, and whoever is concerned, are to be told of changes of administrators.
CREATE TABLE administrator_notices (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  what text NOT NULL,
  roles_before text[] NOT NULL,
  roles_after text[] NOT NULL,
  author text NOT NULL,
  author_id uuid,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id, user_id),
  CONSTRAINT administrator_notices_what_check CHECK (what IN ('roles', 'email')),
  CONSTRAINT administrator_notices_author_check
    CHECK (author IN ('administrator', 'operator', 'provider', 'archiving', 'api'))
);
CREATE INDEX administrator_notices_by_expiry ON administrator_notices (expires_at);
