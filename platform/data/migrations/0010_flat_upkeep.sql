-- Up Migration
-- What the janitor does costs the same however large a table has become, and nobody waits for it.

-- Summaries of block ranges never narrow: once the places of removed rows have been given to new ones, every range seems to have something old, and
-- each look reads the whole table. A tree finds what is oldest at once; it costs a write 1 microsecond and 70 bytes of log.
-- On a large table in use the migration makes them CONCURRENTLY (platform/data/indexes-ahead.ts).
CREATE INDEX IF NOT EXISTS idempotency_keys_by_expiry ON idempotency_keys (expires_at);
CREATE INDEX IF NOT EXISTS outbox_by_occurrence ON outbox (occurred_at);
CREATE INDEX IF NOT EXISTS inbox_by_handling ON inbox (handled_at);
DROP INDEX IF EXISTS idempotency_keys_expiry;
DROP INDEX IF EXISTS outbox_occurred;
DROP INDEX IF EXISTS inbox_handled;

-- All rows of these tables are replaced within a day, three or thirty. By default a table is vacuumed when a fifth of it is dead: of ten million rows, those
-- who look for the oldest row, or for one that is not published, would pass two million dead ones.
ALTER TABLE idempotency_keys SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000);
ALTER TABLE outbox SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000);
ALTER TABLE inbox SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000);

-- As before, but a partition is made as a table of its own and then attached: that lets others write to the parent meanwhile, which `CREATE TABLE … PARTITION OF`
-- does not. Only who uses the default partition waits, 200 ms at most.
CREATE OR REPLACE FUNCTION make_partitions(parent text, unit text, ahead integer, at timestamptz) RETURNS SETOF text
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
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
          parent, part, (first + n * step) AT TIME ZONE 'UTC', (first + (n + 1) * step) AT TIME ZONE 'UTC');
        RETURN NEXT part;
      EXCEPTION WHEN check_violation THEN
        NULL;
      END;
    END IF;
  END LOOP;
END $$;

-- Dropping a partition does lock the parent: whoever writes waits for that lock behind the one who waits for it, such as a dump that reads for hours.
ALTER FUNCTION drop_partitions(text, text, timestamptz) SET lock_timeout = '200ms';
ALTER FUNCTION empty_default_partition(text, text, timestamptz) SET lock_timeout = '200ms';
