-- Up Migration

-- Events that a consumer of this service has failed to handle, and why. Tried often enough, an event is parked: the consumer goes on without
-- it, and what comes later for its aggregate is parked behind it, so that nothing is handled out of order. An operator has it replayed.
CREATE TABLE parked_events (
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  institution_id uuid,
  type text NOT NULL,
  aggregate_id text NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  envelope bytea NOT NULL,
  attempts integer NOT NULL,
  error text NOT NULL,
  failed_at timestamptz(3) NOT NULL,
  -- Null while it is still being tried.
  parked_at timestamptz(3),
  -- When an operator asked for it to be handled again.
  replay_at timestamptz(3),
  PRIMARY KEY (consumer, event_id)
);
CREATE INDEX parked_events_aggregate ON parked_events (consumer, aggregate_id) WHERE parked_at IS NOT NULL;
CREATE INDEX parked_events_replay ON parked_events (sequence) WHERE replay_at IS NOT NULL;
