-- Up Migration

-- When each endpoint wants to be looked at next, who does so, and how it has answered lately. Whoever adds to or takes from an endpoint's deliveries
-- locks its row first, so that no due time is lost.
CREATE TABLE endpoint_queues (
  institution_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  -- The earliest attempt that waits; null where none does.
  due_at timestamptz(3),
  -- Who works for the endpoint, and until when nobody else does.
  lease uuid,
  leased_until timestamptz(3),
  -- The first of the failures since the last success, and the last of them.
  failing_since timestamptz(3),
  last_failed_at timestamptz(3),
  PRIMARY KEY (institution_id, endpoint_id),
  CONSTRAINT endpoint_queues_endpoint FOREIGN KEY (institution_id, endpoint_id)
    REFERENCES endpoints (institution_id, id) ON DELETE CASCADE
);
CREATE INDEX endpoint_queues_due ON endpoint_queues (due_at) WHERE due_at IS NOT NULL;
INSERT INTO endpoint_queues (institution_id, endpoint_id) SELECT institution_id, id FROM endpoints;

-- Events on their way to endpoints.
CREATE TABLE deliveries (
  institution_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  endpoint_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  -- The event's place in the feed; 0 for one that is not there.
  sequence bigint NOT NULL,
  -- Within it the order of the feed is kept.
  resource_id uuid NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'cancelled')),
  -- Since it was created or asked for again.
  attempt_count integer NOT NULL,
  next_attempt_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT deliveries_pending_are_due CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL))
);
CREATE INDEX deliveries_by_creation ON deliveries (institution_id, endpoint_id, created_at, id);
CREATE INDEX deliveries_due ON deliveries (institution_id, endpoint_id, next_attempt_at, sequence) WHERE status = 'pending';
CREATE INDEX deliveries_order ON deliveries (institution_id, endpoint_id, resource_id, sequence) WHERE status = 'pending';
