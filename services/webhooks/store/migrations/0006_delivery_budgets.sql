-- Up Migration

-- What each institution has used of its deliveries: the requests made to receivers in a minute, and the deliveries requested in a day (UTC).
CREATE TABLE delivery_budgets (
  institution_id uuid PRIMARY KEY,
  minute timestamptz(3) NOT NULL,
  sent integer NOT NULL,
  day timestamptz(3) NOT NULL,
  requested integer NOT NULL
);

ALTER TABLE endpoint_queues
  -- The host and port of the endpoint's URL. Null for an endpoint that a replica of the former release has created, until it is served.
  ADD COLUMN host text COLLATE "C",
  -- The host that is leased with the endpoint, while it is. The former release leases none.
  ADD COLUMN leased_host text COLLATE "C",
  -- The URL that has last answered with 2xx.
  ADD COLUMN answered_url text,
  -- The part of the feed that a running replay has not reached yet.
  ADD COLUMN replay_from bigint,
  ADD COLUMN replay_to bigint,
  ADD CONSTRAINT endpoint_queues_replay CHECK ((replay_from IS NULL) = (replay_to IS NULL));
UPDATE endpoint_queues q SET
  host = substring(e.url FROM '^\w+://([^/?#]*)'),
  answered_url = CASE WHEN EXISTS (
    SELECT FROM deliveries d
    WHERE d.institution_id = q.institution_id AND d.endpoint_id = q.endpoint_id AND d.status = 'succeeded') THEN e.url END
  FROM endpoints e WHERE e.institution_id = q.institution_id AND e.id = q.endpoint_id;
CREATE UNIQUE INDEX IF NOT EXISTS endpoint_queues_leased_host ON endpoint_queues (institution_id, leased_host) WHERE lease IS NOT NULL;
-- The new one finds the same rows.
DROP INDEX endpoint_queues_leased;
