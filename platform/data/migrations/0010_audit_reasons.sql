-- Up Migration

-- Why it was done, in the words of who did it, where the request says that.
ALTER TABLE audit_log ADD COLUMN reason text;

-- The audit log is append-only but for the end of an institution, for what it does not keep longer, and for what it says
-- of a person who is erased: names may be replaced, values and reasons may go. None may come.
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
      AND (NEW.reason IS NOT DISTINCT FROM OLD.reason OR NEW.reason IS NULL)
      AND has_no_more(NEW.fields_before, OLD.fields_before)
      AND has_no_more(NEW.fields_after, OLD.fields_after)
      AND to_jsonb(NEW) - '{actor_name,reason,fields_before,fields_after}'::text[]
        = to_jsonb(OLD) - '{actor_name,reason,fields_before,fields_after}'::text[] THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION '% of the audit log is refused: it is append-only', TG_OP USING ERRCODE = 'LY003';
END $$;

-- Whether values are among others, but for the name, which may say whose they are.
CREATE FUNCTION has_no_more(fields json, than json) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(without_name(fields) <@ without_name(than), fields IS NULL)
$$;
