-- Up Migration

ALTER TABLE time_records ADD COLUMN corrected_at timestamp(3) with time zone;
CREATE TABLE late_records (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  start_time timestamp(3) with time zone NOT NULL,
  end_time timestamp(3) with time zone,
  last_event_at timestamp(3) with time zone NOT NULL,
  pauses jsonb NOT NULL,
  timestamps jsonb NOT NULL,
  source text NOT NULL,
  note text,
  auto_closed boolean NOT NULL,
  revision uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  corrected_at timestamp(3) with time zone,
  is_correction boolean NOT NULL,
  arrived_at timestamp(3) with time zone NOT NULL,
  PRIMARY KEY (institution_id, id)
);
ALTER TABLE late_records ADD CONSTRAINT late_records_source_check CHECK (source IN ('session', 'api', 'bulk', 'console'));
CREATE INDEX IF NOT EXISTS late_records_by_start ON late_records (institution_id, user_id, start_time, id);
CREATE INDEX IF NOT EXISTS late_records_by_time ON late_records (institution_id, start_time, id);
CREATE TABLE closed_months (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  month text COLLATE "C" NOT NULL,
  user_group_id uuid,
  starts_at timestamp(3) with time zone NOT NULL,
  ends_at timestamp(3) with time zone NOT NULL,
  records integer NOT NULL,
  digest text COLLATE "C" NOT NULL,
  closed_by uuid NOT NULL,
  closed_at timestamp(3) with time zone NOT NULL,
  reopened_by uuid,
  reopened_at timestamp(3) with time zone,
  reason text,
  revision uuid NOT NULL,
  PRIMARY KEY (institution_id, id)
);
CREATE INDEX IF NOT EXISTS closed_months_by_end ON closed_months (institution_id, ends_at) WHERE reopened_at IS NULL;
CREATE INDEX IF NOT EXISTS closed_months_by_time ON closed_months (institution_id, closed_at, id);
CREATE TABLE closed_members (
  institution_id uuid NOT NULL,
  closing_id uuid NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (institution_id, closing_id, user_id)
);
