-- Up Migration

-- Before when records of an institution's audit log may be removed.
CREATE TABLE audit_cuts (
  institution_id uuid NOT NULL,
  before timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id)
);

-- The audit log is append-only but for the end of an institution, for what it does not keep longer, and for the name of
-- a person who is erased.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_LEVEL = 'ROW' THEN
    IF EXISTS (SELECT FROM standstills s WHERE s.institution_id = OLD.institution_id AND s.state = 'deleting')
      OR EXISTS (SELECT FROM audit_cuts c WHERE c.institution_id = OLD.institution_id AND OLD.recorded_at < c.before) THEN
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
