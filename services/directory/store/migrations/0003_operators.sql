-- Up Migration
-- Who operates the installation: people and programs that use the command line. They belong to no institution.
CREATE TABLE operators (
  id uuid PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  -- SHA-256 of the token, which is 256 random bits.
  token_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  CONSTRAINT operators_token UNIQUE (token_hash)
);
-- A name is one operator's as long as that one is not revoked: audit records name him.
CREATE UNIQUE INDEX operators_name ON operators (name) WHERE revoked_at IS NULL;
