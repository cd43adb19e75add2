-- Up Migration

-- When each endpoint has something to send next, which worker serves it, and how it has answered lately. Whoever changes an endpoint's deliveries locks
-- its row first: so due_at is never later than the earliest attempt, and every resource with deliveries that wait has one that is due.
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
  PRIMARY KEY (institution_id, endpoint_id),
  CONSTRAINT endpoint_queues_endpoint FOREIGN KEY (institution_id, endpoint_id)
    REFERENCES endpoints (institution_id, id) ON DELETE CASCADE
);
CREATE INDEX endpoint_queues_due ON endpoint_queues (due_at) WHERE due_at IS NOT NULL;
INSERT INTO endpoint_queues (institution_id, endpoint_id, is_slow) SELECT institution_id, id, false FROM endpoints;

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
CREATE INDEX deliveries_created ON deliveries (created_at);

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
