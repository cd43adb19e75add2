-- Up Migration
-- What every service's database holds beside its own tables.

-- The record of a completed keyed write: written in the transaction of the change it stands for, replayed for 24 hours.
CREATE TABLE idempotency_keys (
  institution_id uuid NOT NULL,
  holder text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  response bytea NOT NULL,
  request_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id, holder, key)
);
-- Records expire in the order of their making: ranges of blocks find them, at a fraction of what a tree costs each write.
CREATE INDEX idempotency_keys_expiry ON idempotency_keys USING brin (expires_at) WITH (autosummarize = on);

-- Holds the key until the transaction ends, or stops the transaction: LY001 while the key's first request still runs, LY002 when it has
-- completed. VOLATILE, so that the look-up sees what was committed up to the moment at which the lock was granted.
CREATE FUNCTION claim_idempotency_key(institution uuid, key_holder text, wanted text, at timestamptz) RETURNS void
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended(institution::text || '/' || key_holder || '/' || wanted, 0)) THEN
    RAISE EXCEPTION 'idempotency key in flight' USING ERRCODE = 'LY001';
  END IF;
  IF EXISTS (SELECT FROM idempotency_keys k
             WHERE k.institution_id = institution AND k.holder = key_holder AND k.key = wanted AND k.expires_at > at) THEN
    RAISE EXCEPTION 'idempotency key completed' USING ERRCODE = 'LY002';
  END IF;
END $$;

-- Events beside the change that they tell of. The sequence orders the events of one aggregate, whose writers exclude each other; rows are
-- marked when they are delivered, because a cursor over the sequence would skip those that commit late.
CREATE TABLE outbox (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL,
  institution_id uuid,
  type text NOT NULL,
  aggregate_id text NOT NULL,
  request_id text NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  payload bytea NOT NULL,
  published_at timestamptz(3)
);
CREATE INDEX outbox_unpublished ON outbox (sequence) WHERE published_at IS NULL;
CREATE INDEX outbox_occurred ON outbox USING brin (occurred_at) WITH (autosummarize = on);

-- What a consumer has handled: an event that is delivered again changes nothing.
CREATE TABLE inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  handled_at timestamptz(3) NOT NULL,
  PRIMARY KEY (consumer, event_id)
);
CREATE INDEX inbox_handled ON inbox USING brin (handled_at) WITH (autosummarize = on);
