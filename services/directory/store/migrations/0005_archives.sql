-- Up Migration

-- The archive that an institution's administrators have made for themselves, or are making.
CREATE TABLE archives (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  requested_at timestamptz(3) NOT NULL,
  requested_by uuid NOT NULL,
  requested_by_name text COLLATE "C" NOT NULL,
  -- Until when it is being made, unless somebody says again that it is.
  runs_until timestamptz(3) NOT NULL,
  done integer NOT NULL,
  total integer NOT NULL,
  has_failed boolean NOT NULL,
  -- NULL until it is finished.
  size bigint,
  members text COLLATE "C",
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id)
);
CREATE INDEX archives_by_expiry ON archives (expires_at);
