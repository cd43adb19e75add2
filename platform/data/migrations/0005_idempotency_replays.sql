-- Up Migration

-- A completed key is completed whoever else holds it at this moment: only a key without a record can be in flight. The record is looked for
-- after the lock was tried. A first request is seen as committed before its lock is released, so one that was found finished has left its record.
CREATE OR REPLACE FUNCTION claim_idempotency_key(institution uuid, key_holder text, wanted text, at timestamptz) RETURNS void
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  is_claimed boolean := pg_try_advisory_xact_lock(hashtextextended(institution::text || '/' || key_holder || '/' || wanted, 0));
BEGIN
  IF EXISTS (SELECT FROM idempotency_keys k
             WHERE k.institution_id = institution AND k.holder = key_holder AND k.key = wanted AND k.expires_at > at) THEN
    RAISE EXCEPTION 'idempotency key completed' USING ERRCODE = 'LY002';
  END IF;
  IF NOT is_claimed THEN
    RAISE EXCEPTION 'idempotency key in flight' USING ERRCODE = 'LY001';
  END IF;
END $$;

-- The record of a completed key, or no row when the key is free; LY001 while its first request still runs. Those who look do not hinder each
-- other: they share the lock, and release it as soon as they know.
CREATE FUNCTION find_idempotency_record(institution uuid, key_holder text, wanted text, at timestamptz)
RETURNS TABLE (fingerprint text, response bytea, request_id text, created_at timestamptz)
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  is_free boolean := pg_try_advisory_xact_lock_shared(hashtextextended(institution::text || '/' || key_holder || '/' || wanted, 0));
BEGIN
  RETURN QUERY SELECT k.fingerprint, k.response, k.request_id, k.created_at FROM idempotency_keys k
    WHERE k.institution_id = institution AND k.holder = key_holder AND k.key = wanted AND k.expires_at > at;
  IF NOT FOUND AND NOT is_free THEN
    RAISE EXCEPTION 'idempotency key in flight' USING ERRCODE = 'LY001';
  END IF;
END $$;
