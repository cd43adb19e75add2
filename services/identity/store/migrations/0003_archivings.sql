-- Up Migration

-- Administrators whom somebody is about to archive in directory: they count as ones who cannot sign in.
CREATE TABLE archivings (
  institution_id uuid NOT NULL,
  -- Shared by those who are archived at once.
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  begun_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id, user_id)
);
CREATE INDEX archivings_by_user ON archivings (institution_id, user_id);
CREATE INDEX archivings_by_begin ON archivings (begun_at);
