-- Up Migration
-- Partitions by month or day (UTC), for any table that is partitioned by an instant and has a default partition: made ahead, and dropped whole.

-- Makes the partitions of an instant's unit and of some after it, as far as they are missing, and names them. What the default partition has
-- already stays there. Gives up rather than make writes wait.
CREATE FUNCTION make_partitions(parent text, unit text, ahead integer, at timestamptz) RETURNS SETOF text
LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
DECLARE
  first timestamp := date_trunc(unit, at AT TIME ZONE 'UTC');
  step interval := ('1 ' || unit)::interval;
  part text;
BEGIN
  FOR n IN 0..ahead LOOP
    part := parent || to_char(first + n * step, CASE unit WHEN 'month' THEN '_YYYY_MM' ELSE '_YYYY_MM_DD' END);
    IF to_regclass(part) IS NULL THEN
      PERFORM pg_advisory_xact_lock(hashtextextended(parent || ' partitions', 0));
      BEGIN
        EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
          part, parent, (first + n * step) AT TIME ZONE 'UTC', (first + (n + 1) * step) AT TIME ZONE 'UTC');
        RETURN NEXT part;
      EXCEPTION WHEN check_violation THEN
        NULL;
      END;
    END IF;
  END LOOP;
END $$;

-- Drops the partitions of the units before that of an instant, and names them.
CREATE FUNCTION drop_partitions(parent text, unit text, before timestamptz) RETURNS SETOF text
LANGUAGE plpgsql SET lock_timeout = '5s' AS $$
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

-- Removes what the default partition has of units before that of an instant, all at once, as partitions are dropped; tells whether there was any. Units without a
-- partition are an exception, and mostly the default partition is emptied whole.
CREATE FUNCTION empty_default_partition(parent text, unit text, before timestamptz) RETURNS boolean
LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
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

-- The first two for the audit log, whose partitions are not emptied.
CREATE OR REPLACE FUNCTION make_audit_partitions(at timestamptz) RETURNS SETOF text LANGUAGE plpgsql SET lock_timeout = '1s' AS $$
DECLARE
  part text;
BEGIN
  FOR part IN SELECT make_partitions('audit_log', 'month', 3, at) LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER audit_log_not_emptied BEFORE TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()', part);
    RETURN NEXT part;
  END LOOP;
END $$;
CREATE OR REPLACE FUNCTION drop_audit_partitions(before timestamptz) RETURNS SETOF text LANGUAGE sql
AS $$ SELECT drop_partitions('audit_log', 'month', before) $$;
