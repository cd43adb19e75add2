-- Up Migration

-- Who changed what, and when: a record of each resource that a write has changed, written by the statement of the change itself. Ids and
-- versions only, so that whoever has a person's data erased need not touch it.
CREATE TABLE audit_log (
  institution_id uuid NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  -- Orders the records of one instant.
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  actor text NOT NULL CHECK (actor IN ('integration', 'operator', 'gateway', 'consumer')),
  -- The integration's id, or the consumer's name.
  actor_id text COLLATE "C",
  -- The user for whom the integration was created.
  on_behalf_of uuid,
  -- The RPC's full name; of a consumer the event's type.
  operation text COLLATE "C" NOT NULL,
  resource text COLLATE "C" NOT NULL,
  resource_id uuid NOT NULL,
  -- The resource's revision; NULL before its creation, and after its deletion. Both are equal where nothing that it shows has changed.
  version_before uuid,
  version_after uuid,
  request_id text NOT NULL,
  -- The event that a consumer has handled.
  cause uuid,
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

-- Makes the partitions of an instant's month and the three after it, as far as they are missing. A month of which audit_log_other has records
-- already stays there. Gives up rather than make writes wait.
CREATE FUNCTION make_audit_partitions(at timestamptz) RETURNS SETOF text LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
DECLARE
  month timestamp := date_trunc('month', at AT TIME ZONE 'UTC');
  part text;
BEGIN
  FOR ahead IN 0..3 LOOP
    part := to_char(month, '"audit_log_"YYYY_MM');
    IF to_regclass(part) IS NULL THEN
      PERFORM pg_advisory_xact_lock(hashtextextended('audit partitions', 0));
      BEGIN
        EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF audit_log FOR VALUES FROM (%L) TO (%L)',
          part, month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
        EXECUTE format('CREATE OR REPLACE TRIGGER audit_log_not_emptied BEFORE TRUNCATE ON %I
          FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()', part);
        RETURN NEXT part;
      EXCEPTION WHEN check_violation THEN
        NULL;
      END;
    END IF;
    month := month + interval '1 month';
  END LOOP;
END $$;

-- The one way in which records end: drops the partitions of the months before that of an instant, and names them.
CREATE FUNCTION drop_audit_partitions(before timestamptz) RETURNS SETOF text LANGUAGE plpgsql SET lock_timeout = '5s' AS $$
DECLARE
  part text;
BEGIN
  FOR part IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'audit_log'::regclass AND c.relname ~ '^audit_log_\d{4}_\d{2}$'
      AND c.relname < to_char(before AT TIME ZONE 'UTC', '"audit_log_"YYYY_MM')
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE %I', part);
    RETURN NEXT part;
  END LOOP;
END $$;

SELECT make_audit_partitions(now());
