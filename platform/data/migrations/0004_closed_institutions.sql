-- Up Migration

ALTER TABLE standstills
  ADD COLUMN closed_at timestamptz(3),
  -- When its deletion may begin by itself; NULL while it is being closed or reopened in the other databases.
  ADD COLUMN deletes_at timestamptz(3),
  -- Of the last archive that was compared with the closed institution, and had all of it.
  ADD COLUMN archive_digest text,
  ADD COLUMN archive_verified_at timestamptz(3),
  ADD COLUMN deleting_since timestamptz(3),
  ADD COLUMN deleted_at timestamptz(3),
  -- How many rows of each table were removed.
  ADD COLUMN deleted_rows jsonb;

-- The audit log is append-only but for the end of an institution: the deletion removes all that is stored of it.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND TG_LEVEL = 'ROW' THEN
    IF EXISTS (SELECT FROM standstills s WHERE s.institution_id = OLD.institution_id AND s.state = 'deleting') THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION '% of the audit log is refused: it is append-only', TG_OP USING ERRCODE = 'LY003';
END $$;
