-- Up Migration

-- The end of each institution's feed. Whoever records events locks its row until the commit, so that sequences are given in the order of
-- commitment: a reader who stands at one never finds something new below it.
CREATE TABLE feed_heads (
  institution_id uuid PRIMARY KEY,
  -- The last one that was given.
  sequence bigint NOT NULL,
  -- Never goes back, whatever the clocks of replicas say.
  recorded_at timestamptz(3) NOT NULL
);

-- What has happened, thin: readers fetch the resource. A partition for each day of recording, dropped whole.
CREATE TABLE events (
  institution_id uuid NOT NULL,
  sequence bigint NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  id uuid NOT NULL,
  type text COLLATE "C" NOT NULL,
  resource_id uuid NOT NULL,
  aggregate_id text COLLATE "C" NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  changed text[] NOT NULL,
  actor_type text NOT NULL CHECK (actor_type IN ('integration', 'operator', 'system')),
  actor_id text COLLATE "C",
  request_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (institution_id, sequence, recorded_at)
) PARTITION BY RANGE (recorded_at);
CREATE INDEX events_id ON events (institution_id, id);
CREATE INDEX events_recorded ON events (institution_id, recorded_at, sequence);
CREATE INDEX events_resource ON events (institution_id, resource_id, sequence);
CREATE INDEX events_type ON events (institution_id, type, sequence);

-- Takes what no day's partition does: no event waits for one to be made.
CREATE TABLE events_other PARTITION OF events DEFAULT;

SELECT make_partitions('events', 'day', 7, now());
