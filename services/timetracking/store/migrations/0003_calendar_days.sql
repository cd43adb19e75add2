-- Up Migration

CREATE TABLE calendar_days (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  ref text COLLATE "C",
  name text COLLATE "C" NOT NULL,
  first_day text COLLATE "C" NOT NULL,
  last_day text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  import_id uuid,
  revision uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  PRIMARY KEY (institution_id, id)
);
ALTER TABLE calendar_days ADD CONSTRAINT calendar_days_kind_check CHECK (kind IN ('holiday', 'closed'));
ALTER TABLE calendar_days ADD CONSTRAINT calendar_days_span CHECK (last_day >= first_day);
ALTER TABLE calendar_days ADD CONSTRAINT calendar_days_name UNIQUE (institution_id, first_day, name);
CREATE UNIQUE INDEX IF NOT EXISTS calendar_days_ref ON calendar_days (institution_id, ref) WHERE ref IS NOT NULL;
CREATE INDEX IF NOT EXISTS calendar_days_page ON calendar_days (institution_id, first_day, id) INCLUDE (last_day, kind);
CREATE INDEX IF NOT EXISTS calendar_days_of_import ON calendar_days (institution_id, import_id) WHERE import_id IS NOT NULL;
CREATE TABLE calendar_imports (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  file jsonb NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  PRIMARY KEY (institution_id, id)
);
CREATE INDEX IF NOT EXISTS calendar_imports_by_expiry ON calendar_imports (expires_at);
CREATE INDEX IF NOT EXISTS calendar_imports_latest ON calendar_imports (institution_id, expires_at, id);
