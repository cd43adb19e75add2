-- Up Migration
-- What every service's database holds beside its own tables.

-- All rows of idempotency_keys, outbox and inbox are replaced within a day, three or thirty. By default a table is vacuumed when a fifth of it is
-- dead: of ten million rows, those who look for the oldest row, or for one that is not published, would pass two million dead ones. The oldest is
-- found by a tree and not by summaries of block ranges, which never narrow: once the places of removed rows have been given to new ones, every
-- range seems to have something old. A tree costs a write 1 microsecond and 70 bytes of log.

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
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000);
CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);

-- Holds the key until the transaction ends, or stops the transaction: LY002 when the key has completed, LY001 while its first request still runs.
-- A completed key is completed whoever else holds it at this moment: only a key without a record can be in flight. The record is looked for after
-- the lock was tried: a first request is seen as committed before its lock is released, so one that was found finished has left its record.
-- VOLATILE, so that the look-up sees what was committed up to that moment. It has no condition on the expiry, with whose index a session that has
-- planned it for an empty table would read all keys, each time. An expired record that was not swept yet is removed: the key is new.
CREATE FUNCTION claim_idempotency_key(institution uuid, key_holder text, wanted text, at timestamptz) RETURNS void
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  is_claimed boolean := pg_try_advisory_xact_lock(hashtextextended(institution::text || '/' || key_holder || '/' || wanted, 0));
  is_expired boolean := (SELECT k.expires_at <= at FROM idempotency_keys k
                         WHERE k.institution_id = institution AND k.holder = key_holder AND k.key = wanted);
BEGIN
  IF NOT is_expired THEN
    RAISE EXCEPTION 'idempotency key completed' USING ERRCODE = 'LY002';
  END IF;
  IF NOT is_claimed THEN
    RAISE EXCEPTION 'idempotency key in flight' USING ERRCODE = 'LY001';
  END IF;
  IF is_expired THEN
    DELETE FROM idempotency_keys k WHERE k.institution_id = institution AND k.holder = key_holder AND k.key = wanted;
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
  RETURN QUERY SELECT k.fingerprint, k.response, k.request_id, k.created_at FROM (
    SELECT * FROM idempotency_keys i WHERE i.institution_id = institution AND i.holder = key_holder AND i.key = wanted OFFSET 0) AS k
    WHERE k.expires_at > at;
  IF NOT FOUND AND NOT is_free THEN
    RAISE EXCEPTION 'idempotency key in flight' USING ERRCODE = 'LY001';
  END IF;
END $$;

-- Ends a transaction that was decided on what was read before it began, and is so no more: LY004, upon which the command begins again.
CREATE FUNCTION refuse_stale_write() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was read before the transaction has changed' USING ERRCODE = 'LY004';
END $$;

-- Events beside the change that they tell of. The sequence orders the events of one aggregate, whose writers exclude each other; rows are
-- marked when they are delivered, because a cursor over the sequence would skip those that commit late. A marked row is a second version: the free
-- half of its page takes it, so that the log gets the mark alone and not all of the row again.
CREATE TABLE outbox (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id uuid NOT NULL,
  institution_id uuid,
  type text NOT NULL,
  aggregate_id text NOT NULL,
  request_id text NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  payload bytea NOT NULL,
  published_at timestamptz(3),
  -- The work that told of the event, as W3C Trace Context writes it; null where that was not traced.
  traceparent text,
  actor_type text NOT NULL,
  -- Null where that is the system.
  actor_id text,
  -- Which record the event is about, and which of its fields changed; null where it is about none, or none is known.
  resource_id text,
  changed text[]
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000);
CREATE INDEX outbox_unpublished ON outbox (sequence) WHERE published_at IS NULL;
CREATE INDEX outbox_by_occurrence ON outbox (occurred_at);

-- What a consumer has handled: an event that is delivered again changes nothing.
CREATE TABLE inbox (
  consumer text NOT NULL,
  event_id uuid NOT NULL,
  handled_at timestamptz(3) NOT NULL,
  PRIMARY KEY (consumer, event_id)
) WITH (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000);
CREATE INDEX inbox_by_handling ON inbox (handled_at);

-- Events that a consumer of this service has failed to handle, and why. Tried often enough, an event is a dead letter: the consumer goes on without
-- it, and what comes later for its aggregate becomes one, too, so that nothing is handled out of order. An operator has it replayed.
CREATE TABLE dead_letters (
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
  dead_since timestamptz(3),
  -- When an operator asked for it to be handled again.
  replay_at timestamptz(3),
  PRIMARY KEY (consumer, event_id)
);
CREATE INDEX dead_letters_aggregate ON dead_letters (consumer, aggregate_id) WHERE dead_since IS NOT NULL;
CREATE INDEX dead_letters_replay ON dead_letters (sequence) WHERE replay_at IS NOT NULL;

-- Partitions by month or day (UTC), for any table that is partitioned by an instant and has a default partition: made ahead, and dropped whole.

-- Makes the partitions of an instant's unit and of some after it, as far as they are missing, and names them. What the default partition has
-- already stays there. A partition is made as a table of its own and then attached: that lets others write to the parent meanwhile, which
-- `CREATE TABLE … PARTITION OF` does not. Only who uses the default partition waits, 200 ms at most.
CREATE FUNCTION make_partitions(parent text, unit text, ahead integer, at timestamptz) RETURNS SETOF text
LANGUAGE plpgsql SET lock_timeout = '200ms' AS $$
DECLARE
  first timestamp := date_trunc(unit, at AT TIME ZONE 'UTC');
  step interval := ('1 ' || unit)::interval;
  part text;
BEGIN
  FOR n IN 0..ahead LOOP
    part := parent || to_char(first + n * step, CASE unit WHEN 'month' THEN '_YYYY_MM' ELSE '_YYYY_MM_DD' END);
    IF to_regclass(part) IS NULL THEN
      PERFORM pg_advisory_xact_lock(hashtextextended(parent || ' partitions', 0));
      -- Whoever held the lock may have made it.
      CONTINUE WHEN to_regclass(part) IS NOT NULL;
      BEGIN
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', part, parent);
        -- As in all tables: migrate.ts.
        EXECUTE format('ALTER TABLE %I ALTER COLUMN institution_id SET (n_distinct = 1)', part);
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
          parent, part, (first + n * step) AT TIME ZONE 'UTC', (first + (n + 1) * step) AT TIME ZONE 'UTC');
        RETURN NEXT part;
      EXCEPTION WHEN check_violation OR duplicate_table THEN
        NULL;
      END;
    END IF;
  END LOOP;
END $$;

-- Drops the partitions of the units before that of an instant, and names them. That locks the parent: whoever writes waits for that lock behind the
-- one who waits for it, such as a dump that reads for hours. Hence it gives up soon.
CREATE FUNCTION drop_partitions(parent text, unit text, before timestamptz) RETURNS SETOF text
LANGUAGE plpgsql SET lock_timeout = '200ms' AS $$
DECLARE
  part text;
BEGIN
  FOR part IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = parent::regclass
      AND c.relname ~ (parent || CASE unit WHEN 'month' THEN '_\d{4}_\d{2}$' ELSE '_\d{4}_\d{2}_\d{2}$' END)
      AND c.relname < parent || to_char(before AT TIME ZONE 'UTC', CASE unit WHEN 'month' THEN '_YYYY_MM' ELSE '_YYYY_MM_DD' END)
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE IF EXISTS %I', part);
    RETURN NEXT part;
  END LOOP;
END $$;

-- Removes what the default partition has of units before that of an instant, all at once, as partitions are dropped; tells whether there was any.
-- Units without a partition are an exception, and mostly the default partition is emptied whole.
CREATE FUNCTION empty_default_partition(parent text, unit text, before timestamptz) RETURNS boolean
LANGUAGE plpgsql SET lock_timeout = '200ms' AS $$
DECLARE
  bound timestamptz := date_trunc(unit, before AT TIME ZONE 'UTC') AT TIME ZONE 'UTC';
  part regclass;
  key name;
  holds boolean;
BEGIN
  SELECT p.partdefid::regclass, a.attname INTO part, key
  FROM pg_partitioned_table p JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
  WHERE p.partrelid = parent::regclass;
  EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE %I < $1)', part, key) INTO holds USING bound;
  IF NOT holds THEN
    RETURN false;
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE %I >= $1)', part, key) INTO holds USING bound;
  IF NOT holds THEN
    EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', part);
    EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE %I >= $1)', part, key) INTO holds USING bound;
  END IF;
  IF holds THEN
    EXECUTE format('DELETE FROM %s WHERE %I < $1', part, key) USING bound;
  ELSE
    EXECUTE format('TRUNCATE %s', part);
  END IF;
  RETURN true;
END $$;

-- Who changed what, and when: a record of each resource that a write has changed, written by the statement of the change itself. Ids and
-- versions, and values only of settings and the like, so that whoever has a person's data erased need not touch it; an administrator's or operator's
-- name stays.
CREATE TABLE audit_log (
  institution_id uuid NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  -- Orders the records of one instant.
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  actor text NOT NULL CHECK (actor IN ('integration', 'administrator', 'operator', 'anonymous', 'consumer')),
  -- The integration's, administrator's or operator's id, or the consumer's name.
  actor_id text COLLATE "C",
  -- The user for whom the integration was created.
  on_behalf_of uuid,
  -- The RPC's full name; of a consumer the event's type, or the name of its work.
  operation text COLLATE "C" NOT NULL,
  resource text COLLATE "C" NOT NULL,
  resource_id uuid NOT NULL,
  -- The resource's revision; NULL before its creation, and after its deletion. Both are equal where nothing that it shows has changed.
  version_before uuid,
  version_after uuid,
  request_id text NOT NULL,
  -- The event that a consumer has handled.
  cause uuid,
  -- The administrator's or operator's name at the time; NULL of others.
  actor_name text COLLATE "C",
  -- The values of some columns, where the table declares that they are recorded; NULL before the creation and after the deletion.
  fields_before json,
  fields_after json,
  PRIMARY KEY (institution_id, recorded_at, sequence)
) PARTITION BY RANGE (recorded_at);
CREATE INDEX audit_log_resource ON audit_log (institution_id, resource_id, recorded_at, sequence);
CREATE INDEX audit_log_actor ON audit_log (institution_id, actor_id, recorded_at, sequence);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of the audit log is refused: it is append-only', TG_OP USING ERRCODE = 'LY003';
END $$;

-- Triggers of rows are those of all partitions, too.
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_log_not_emptied BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Takes what no month's partition does: no write waits for one to be made.
CREATE TABLE audit_log_other PARTITION OF audit_log DEFAULT;
CREATE TRIGGER audit_log_not_emptied BEFORE TRUNCATE ON audit_log_other FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- The month of an instant and the three after it; their partitions are not emptied, as the audit log is not.
CREATE FUNCTION make_audit_partitions(at timestamptz) RETURNS SETOF text LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
DECLARE
  part text;
BEGIN
  FOR part IN SELECT make_partitions('audit_log', 'month', 3, at) LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER audit_log_not_emptied BEFORE TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()', part);
    RETURN NEXT part;
  END LOOP;
END $$;

-- The one way in which records end.
CREATE FUNCTION drop_audit_partitions(before timestamptz) RETURNS SETOF text LANGUAGE sql
AS $$ SELECT drop_partitions('audit_log', 'month', before) $$;

SELECT make_audit_partitions(now());
