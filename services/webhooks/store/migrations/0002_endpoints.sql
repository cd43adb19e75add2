-- Up Migration

-- Where an institution wants to hear of its events.
CREATE TABLE endpoints (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  url text NOT NULL,
  description text,
  -- Of events, as the feed names them; empty: all.
  types text[] NOT NULL,
  is_enabled boolean NOT NULL,
  -- Why the platform has disabled it.
  disabled_reason text CHECK (disabled_reason IN ('failures', 'gone')),
  revision uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id)
);
CREATE INDEX endpoints_by_creation ON endpoints (institution_id, created_at, id);

-- How many endpoints each institution has: its row is their lock, and its check their limit.
CREATE TABLE endpoint_counts (
  institution_id uuid PRIMARY KEY,
  endpoints integer NOT NULL,
  CONSTRAINT endpoint_counts_at_most CHECK (endpoints BETWEEN 0 AND 20)
);

-- What events are signed with, encrypted: one without an end for each endpoint, and for a day after a rotation the former one.
CREATE TABLE endpoint_secrets (
  institution_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  id uuid NOT NULL,
  -- The key that it is encrypted with.
  key_id text COLLATE "C" NOT NULL,
  sealed bytea NOT NULL,
  -- When it stops signing.
  expires_at timestamptz(3),
  PRIMARY KEY (institution_id, endpoint_id, id),
  CONSTRAINT endpoint_secrets_endpoint FOREIGN KEY (institution_id, endpoint_id)
    REFERENCES endpoints (institution_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX endpoint_secrets_current ON endpoint_secrets (institution_id, endpoint_id) WHERE expires_at IS NULL;
