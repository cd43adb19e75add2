-- Up Migration
-- The feed of events, the addresses that institutions have it sent to, and the deliveries.

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
  actor_type text NOT NULL CHECK (actor_type IN ('integration', 'administrator', 'operator', 'system')),
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

-- What events are signed with, encrypted: one without an end for each endpoint, and each former one for a day after it was replaced.
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

-- When each endpoint has something to send next, which worker serves it, and how it has answered lately. Whoever changes an endpoint's deliveries
-- locks its row first: so due_at is never later than the earliest attempt, and every resource with deliveries that wait has one that is due.
CREATE TABLE endpoint_queues (
  institution_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  -- The earliest attempt that waits; null where none does, and while the endpoint is disabled.
  due_at timestamptz(3),
  -- Which worker serves the endpoint, and until when no other does, by the clock of this server.
  lease uuid,
  leased_until timestamptz(3),
  -- When it was served last: endpoints take turns by it.
  served_at timestamptz(3),
  -- The first of the failures since the last success, and the last of them.
  failing_since timestamptz(3),
  last_failed_at timestamptz(3),
  -- Whether it took long to answer when it was served last.
  is_slow boolean NOT NULL,
  -- The host of the endpoint's URL, whatever its port.
  host text COLLATE "C" NOT NULL,
  -- The host that is leased with the endpoint, while it is.
  leased_host text COLLATE "C",
  -- The URL that has last answered with 2xx.
  answered_url text,
  -- The part of the feed that a running replay has not reached yet.
  replay_from bigint,
  replay_to bigint,
  PRIMARY KEY (institution_id, endpoint_id),
  CONSTRAINT endpoint_queues_endpoint FOREIGN KEY (institution_id, endpoint_id)
    REFERENCES endpoints (institution_id, id) ON DELETE CASCADE,
  CONSTRAINT endpoint_queues_replay CHECK ((replay_from IS NULL) = (replay_to IS NULL))
);
CREATE INDEX endpoint_queues_due ON endpoint_queues (due_at) WHERE due_at IS NOT NULL;
-- Endpoints that answer are looked for apart from those that fail or are slow, which may be thousands.
CREATE INDEX endpoint_queues_due_answering ON endpoint_queues (due_at)
  WHERE due_at IS NOT NULL AND failing_since IS NULL AND NOT is_slow;
CREATE INDEX endpoint_queues_due_troubled ON endpoint_queues (due_at)
  WHERE due_at IS NOT NULL AND (failing_since IS NOT NULL OR is_slow);
-- One endpoint of a host is served at a time; also finds how many of an institution are served.
CREATE UNIQUE INDEX endpoint_queues_leased_host ON endpoint_queues (institution_id, leased_host) WHERE lease IS NOT NULL;

-- Events on their way to endpoints.
CREATE TABLE deliveries (
  institution_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  endpoint_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  -- The event's place in the feed, and when it was recorded there: the partition that has it. 0 and null for one that is not there.
  sequence bigint NOT NULL,
  recorded_at timestamptz(3),
  -- Within it the order of the feed is kept.
  resource_id uuid NOT NULL,
  -- What is sent; null for an event of the feed.
  body text,
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'cancelled')),
  -- Since it was created or asked for again.
  attempt_count integer NOT NULL,
  -- All of them: the number of the last attempt.
  attempts_made integer NOT NULL,
  -- Of pending deliveries the first of each resource has one; null for those behind it, which wait for its end.
  next_attempt_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT deliveries_due_are_pending CHECK (next_attempt_at IS NULL OR status = 'pending')
);
CREATE INDEX deliveries_by_status ON deliveries (institution_id, endpoint_id, status, created_at, id);
CREATE INDEX deliveries_event ON deliveries (institution_id, event_id);
CREATE INDEX deliveries_due ON deliveries (institution_id, endpoint_id, next_attempt_at, sequence) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX deliveries_order ON deliveries (institution_id, endpoint_id, resource_id, sequence, created_at, id) WHERE status = 'pending';
-- The janitor alone reads deliveries by their age, and none that is pending. With an index of all, the planner would also use it for the pages of an
-- endpoint: of 100,000 deliveries it would read half to find 50 (60 ms instead of 0.2).
CREATE INDEX deliveries_ended ON deliveries (created_at) WHERE status <> 'pending';

-- The requests that were made for a delivery.
CREATE TABLE delivery_attempts (
  institution_id uuid NOT NULL,
  delivery_id uuid NOT NULL,
  number integer NOT NULL,
  at timestamptz(3) NOT NULL,
  duration_ms integer NOT NULL,
  -- Of the answer; null where none came.
  status integer,
  -- Why there was no complete answer.
  error text COLLATE "C",
  -- The beginning of the answer.
  response text,
  PRIMARY KEY (institution_id, delivery_id, number),
  CONSTRAINT delivery_attempts_delivery FOREIGN KEY (institution_id, delivery_id)
    REFERENCES deliveries (institution_id, id) ON DELETE CASCADE
);

-- Deleted endpoints whose pending deliveries must still be removed: there may be many, so the deletion leaves them.
CREATE TABLE deleted_endpoints (
  institution_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  PRIMARY KEY (institution_id, endpoint_id)
);

-- What each institution has used of its deliveries: the requests made to receivers in the last minute, and the deliveries requested in a day (UTC).
CREATE TABLE delivery_budgets (
  institution_id uuid PRIMARY KEY,
  -- The newest second in which requests were made, and the requests of it and of those before it.
  second timestamptz(3) NOT NULL,
  sent integer[] NOT NULL,
  day timestamptz(3) NOT NULL,
  requested integer NOT NULL
);
