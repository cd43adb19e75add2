-- Up Migration

-- Administrators whom somebody is archiving in directory at the moment: they count as ones who cannot sign in.
CREATE TABLE archivings (
  institution_id uuid NOT NULL,
  -- Shared by those who are archived at once.
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id, user_id),
  CONSTRAINT archivings_administrator FOREIGN KEY (institution_id, user_id)
    REFERENCES administrators (institution_id, id) ON DELETE CASCADE
);
CREATE INDEX archivings_by_user ON archivings (institution_id, user_id);
CREATE INDEX archivings_by_expiry ON archivings (expires_at);
