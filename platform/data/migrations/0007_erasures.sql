-- Up Migration

-- Up to where the service has applied the journal of erasures: one row.
CREATE TABLE applied_erasures (
  id integer NOT NULL,
  sequence bigint NOT NULL,
  PRIMARY KEY (id)
);
ALTER TABLE applied_erasures ADD CONSTRAINT applied_erasures_id_check CHECK (id = 1);

-- The full name of the RPC, so that what an answer says of a person who is erased is found.
ALTER TABLE idempotency_keys ADD COLUMN method text COLLATE "C";

-- The audit log is append-only but for the end of an institution, and for the name of a person who is erased.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_LEVEL = 'ROW' THEN
    IF EXISTS (SELECT FROM standstills s WHERE s.institution_id = OLD.institution_id AND s.state = 'deleting') THEN
      RETURN OLD;
    END IF;
  END IF;
  IF TG_OP = 'UPDATE' AND TG_LEVEL = 'ROW' THEN
    IF (NEW.actor_name IS NOT DISTINCT FROM OLD.actor_name OR NEW.actor_name = 'Erased person')
      AND without_name(NEW.fields_before) IS NOT DISTINCT FROM without_name(OLD.fields_before)
      AND without_name(NEW.fields_after) IS NOT DISTINCT FROM without_name(OLD.fields_after)
      AND to_jsonb(NEW) - '{actor_name,fields_before,fields_after}'::text[]
        = to_jsonb(OLD) - '{actor_name,fields_before,fields_after}'::text[] THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% of the audit log is refused: it is append-only', TG_OP USING ERRCODE = 'LY003';
END $$;

-- The values of a resource but for its name, which may say whose it is.
CREATE FUNCTION without_name(fields json) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$ SELECT fields::jsonb - 'name' $$;
