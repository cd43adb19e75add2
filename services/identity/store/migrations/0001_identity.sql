-- Up Migration
-- Who may do what: integrations, administrators with their sign-in, calendar feeds, operators. Institutions and users are directory's; what is
-- needed of them is checked there when it is referred to.

-- Few and small: a reference table where the others are distributed, because a client id must be found before its institution is known.
CREATE TABLE integrations (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  client_id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  created_by uuid,
  is_active boolean NOT NULL,
  -- Its token opens SCIM alone; at most five of an institution are active.
  is_directory_sync boolean NOT NULL,
  -- The oldest first: SHA-256 in hexadecimal, when each was created, and when it ends by itself.
  secrets jsonb NOT NULL CHECK (jsonb_array_length(secrets) BETWEEN 1 AND 3),
  created_at timestamptz(3) NOT NULL,
  revision uuid NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (institution_id, id),
  -- The one key without the institution: Basic authentication names the client only.
  CONSTRAINT integrations_client UNIQUE (client_id)
);
CREATE INDEX integrations_by_creation ON integrations (institution_id, created_at, id);

-- Calendar feeds: whoever shows a feed's token reads that one calendar.
CREATE TABLE calendar_feeds (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  -- Whose calendar; rooms are locations' records.
  calendar_of text NOT NULL CONSTRAINT calendar_feeds_calendar_of_check CHECK (calendar_of IN ('course', 'room', 'organizer', 'user')),
  target_id uuid NOT NULL,
  -- Whose integration made it: the feed ends with that. NULL for an operator's or administrator's.
  integration_id uuid,
  -- SHA-256 of the token, which is 256 random bits.
  token_hash bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  revision uuid NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT calendar_feeds_integration FOREIGN KEY (institution_id, integration_id) REFERENCES integrations (institution_id, id),
  -- A key without the institution: a calendar program names the token only.
  CONSTRAINT calendar_feeds_token UNIQUE (token_hash)
);
CREATE INDEX calendar_feeds_by_creation ON calendar_feeds (institution_id, created_at, id);

-- How many calendar feeds each institution has: its row is their lock, and its check their limit.
CREATE TABLE calendar_feed_counts (
  institution_id uuid PRIMARY KEY,
  feeds integer NOT NULL,
  CONSTRAINT calendar_feed_counts_at_most CHECK (feeds BETWEEN 0 AND 200)
);

-- Administrators: the users of an institution who may use its console.
CREATE TABLE administrators (
  institution_id uuid NOT NULL,
  -- The user's.
  id uuid NOT NULL,
  -- The administrator who added this one; NULL for an operator and a bundle.
  created_by uuid,
  last_signed_in_at timestamptz(3),
  -- The OpenID provider with which the user has signed in last; it counts while it is the institution's.
  signed_in_issuer text,
  created_at timestamptz(3) NOT NULL,
  revision uuid NOT NULL,
  PRIMARY KEY (institution_id, id)
);

-- How many administrators each institution has: its row is their lock, and its check their limit.
CREATE TABLE administrator_counts (
  institution_id uuid PRIMARY KEY,
  administrators integer NOT NULL,
  CONSTRAINT administrator_counts_at_most CHECK (administrators BETWEEN 0 AND 200)
);

-- The users whom directory has archived since they could be referred to.
CREATE TABLE archived_users (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  PRIMARY KEY (institution_id, id)
);

-- One-time links that are neither used nor removed: a link ends with its row.
CREATE TABLE sign_in_links (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- SHA-256 of the code, which is 256 random bits.
  code_hash bytea NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  -- Made by an administrator, and not by an operator.
  is_of_console boolean NOT NULL,
  -- What the link's page shows, as it was when the link was made.
  user_name text NOT NULL,
  email text NOT NULL,
  institution_name text NOT NULL,
  PRIMARY KEY (institution_id, id),
  FOREIGN KEY (institution_id, user_id) REFERENCES administrators (institution_id, id),
  -- A key without the institution: whoever opens a link names the code only.
  CONSTRAINT sign_in_links_code UNIQUE (code_hash)
);
CREATE INDEX sign_in_links_by_user ON sign_in_links (institution_id, user_id);
CREATE INDEX sign_in_links_by_expiry ON sign_in_links (expires_at);

-- Sessions in the console: a session ends with its row.
CREATE TABLE administrator_sessions (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- SHA-256 of the token, which is 256 random bits.
  token_hash bytea NOT NULL,
  -- The user's name at the sign-in: audit records of the session show it.
  user_name text NOT NULL,
  method text NOT NULL CHECK (method IN ('link', 'passkey', 'openid')),
  user_agent text NOT NULL,
  address text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  -- At most a minute late. In no index: it is the one column that changes.
  last_used_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  FOREIGN KEY (institution_id, user_id) REFERENCES administrators (institution_id, id),
  -- A key without the institution: a browser names the token only.
  CONSTRAINT administrator_sessions_token UNIQUE (token_hash)
);
CREATE INDEX administrator_sessions_by_user ON administrator_sessions (institution_id, user_id, created_at, id);
CREATE INDEX administrator_sessions_by_expiry ON administrator_sessions (expires_at);

-- Forms of the console that were sent after their session had ended, until they are shown to the administrator again.
CREATE TABLE kept_forms (
  institution_id uuid NOT NULL,
  -- Whom the form was shown to.
  user_id uuid NOT NULL,
  -- SHA-256 of the token that the browser has, which is 256 random bits.
  browser_hash bytea NOT NULL,
  address text COLLATE "C" NOT NULL,
  -- What was typed, encrypted, and the key that did it.
  key_id text NOT NULL,
  sealed bytea NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, user_id, browser_hash, address),
  FOREIGN KEY (institution_id, user_id) REFERENCES administrators (institution_id, id)
);
CREATE INDEX kept_forms_by_expiry ON kept_forms (expires_at);

-- Passkeys of administrators (WebAuthn).
CREATE TABLE passkeys (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  credential_id bytea NOT NULL,
  -- COSE.
  public_key bytea NOT NULL,
  -- How often the authenticator says it has signed; 0 for one that does not count.
  counter bigint NOT NULL,
  name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_used_at timestamptz(3),
  revision uuid NOT NULL,
  PRIMARY KEY (institution_id, id),
  FOREIGN KEY (institution_id, user_id) REFERENCES administrators (institution_id, id),
  -- A key without the institution: a browser names the credential only.
  CONSTRAINT passkeys_credential UNIQUE (credential_id)
);
CREATE INDEX passkeys_by_user ON passkeys (institution_id, user_id, created_at, id);

-- Challenges that no browser has answered yet: an answer removes its challenge.
CREATE TABLE passkey_challenges (
  -- SHA-256 of the challenge, which is 256 random bits.
  challenge_hash bytea PRIMARY KEY,
  -- Who registers a passkey; NULL for a sign-in.
  user_id uuid,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX passkey_challenges_by_expiry ON passkey_challenges (expires_at);

-- When each calendar feed was last read: written at most once in some minutes.
CREATE TABLE calendar_feed_reads (
  institution_id uuid NOT NULL,
  feed_id uuid NOT NULL,
  last_read_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, feed_id),
  CONSTRAINT calendar_feed_reads_feed FOREIGN KEY (institution_id, feed_id)
    REFERENCES calendar_feeds (institution_id, id) ON DELETE CASCADE
);

-- The OpenID provider with which an institution's administrators sign in: one at most.
CREATE TABLE openid_providers (
  institution_id uuid PRIMARY KEY,
  id uuid NOT NULL,
  -- Of directory, where it never changes: whoever signs in names it.
  institution_ref text COLLATE "C" NOT NULL,
  issuer text NOT NULL,
  client_id text NOT NULL,
  -- The client's secret, encrypted for the institution, and the key that did it.
  key_id text NOT NULL,
  sealed bytea NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  revision uuid NOT NULL,
  CONSTRAINT openid_providers_institution UNIQUE (institution_ref)
);

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

-- When a backup was restored into a scratch server and found to be whole. Backups are of the installation, not of an institution.
CREATE TABLE backup_proofs (
  proven_at timestamptz(3) PRIMARY KEY
);
