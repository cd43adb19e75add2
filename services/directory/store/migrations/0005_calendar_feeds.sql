-- Up Migration
-- Calendar feeds: whoever shows a feed's token reads that one calendar.
CREATE TABLE calendar_feeds (
  institution_id uuid NOT NULL REFERENCES institutions (id),
  id uuid NOT NULL,
  name text NOT NULL,
  -- Whose calendar; rooms are locations' records.
  calendar_of text NOT NULL CONSTRAINT calendar_feeds_calendar_of_check CHECK (calendar_of IN ('course', 'room', 'organizer', 'user')),
  target_id uuid NOT NULL,
  -- Whose integration made it: the feed ends with that. NULL for an operator's.
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
