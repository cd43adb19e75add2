-- Up Migration

-- The service's part of the archive that an institution's administrators have ordered.
CREATE TABLE archive_parts (
  institution_id uuid NOT NULL,
  archive_id uuid NOT NULL,
  -- NULL until it is written.
  part jsonb,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id)
);
CREATE INDEX archive_parts_ordered ON archive_parts (expires_at) WHERE part IS NULL;
CREATE INDEX archive_parts_by_expiry ON archive_parts (expires_at);

-- The members of such archives, in pieces, which are compressed already.
CREATE TABLE archive_chunks (
  institution_id uuid NOT NULL,
  archive_id uuid NOT NULL,
  member text COLLATE "C" NOT NULL,
  position integer NOT NULL,
  content bytea NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, archive_id, member, position)
);
ALTER TABLE archive_chunks ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE INDEX archive_chunks_by_expiry ON archive_chunks (expires_at);
