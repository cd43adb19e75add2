-- What the functions of Citus do to a table's keys and constraints, done by PostgreSQL itself: a distributed table becomes one that is
-- partitioned by the hash of its institution. A partition is named, and names its constraints, as a shard does: with a number behind the table's.
CREATE SCHEMA whole;
CREATE SEQUENCE whole.shards START 102008;

CREATE FUNCTION create_distributed_table(place regclass, key text, colocate_with text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  name text := place::text;
  shards bigint[] := ARRAY(SELECT nextval('whole.shards') FROM generate_series(1, 2));
  shard bigint;
  own record;
BEGIN
  -- One that is partitioned already stays as it is: that it could be, keys and all, is tried beside it.
  IF (SELECT relkind FROM pg_class WHERE oid = place) = 'p' THEN
    EXECUTE format('CREATE TABLE whole.trial (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY HASH (%I)', name, key);
    FOR own IN SELECT conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conrelid = place AND contype IN ('p', 'u', 'x') LOOP
      EXECUTE format('ALTER TABLE whole.trial ADD CONSTRAINT %I %s', own.conname, own.definition);
    END LOOP;
    DROP TABLE whole.trial;
    RETURN;
  END IF;
  EXECUTE format('ALTER TABLE %I SET SCHEMA whole', name);
  EXECUTE format('CREATE TABLE %I (LIKE whole.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY HASH (%I)', name, name, key);
  FOREACH shard IN ARRAY shards LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 2, REMAINDER %s)', name || '_' || shard, name,
      array_position(shards, shard) - 1);
  END LOOP;
  FOR own IN SELECT conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conrelid = place AND contype IN ('p', 'u', 'x') LOOP
    FOREACH shard IN ARRAY shards LOOP
      EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', name || '_' || shard, own.conname || '_' || shard, own.definition);
    END LOOP;
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', name, own.conname, own.definition);
  END LOOP;
  FOR own IN
    SELECT relname, regexp_replace(pg_get_indexdef(indexrelid), '^CREATE (UNIQUE )?INDEX \S+ ON \S+ ', 'CREATE \1INDEX %I ON %I ') AS definition
    FROM pg_index JOIN pg_class i ON i.oid = indexrelid
    WHERE indrelid = place AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = place)
  LOOP
    FOREACH shard IN ARRAY shards LOOP
      EXECUTE format(own.definition, own.relname || '_' || shard, name || '_' || shard);
    END LOOP;
    EXECUTE format(own.definition, own.relname, name);
  END LOOP;
  EXECUTE format('INSERT INTO %I SELECT * FROM whole.%I', name, name);
  EXECUTE format('DROP TABLE whole.%I', name);
END $$;

CREATE FUNCTION create_reference_table(place regclass) RETURNS void LANGUAGE sql AS '';
CREATE FUNCTION citus_add_local_table_to_metadata(place regclass) RETURNS void LANGUAGE sql AS '';
