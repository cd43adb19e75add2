-- Up Migration

CREATE TABLE finding_acknowledgements (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  date text COLLATE "C" NOT NULL,
  finding_id text COLLATE "C" NOT NULL,
  seen text NOT NULL,
  record_ids jsonb NOT NULL,
  reason text NOT NULL,
  acknowledged_by uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  revision uuid NOT NULL,
  PRIMARY KEY (institution_id, id)
);
ALTER TABLE finding_acknowledgements ADD CONSTRAINT finding_acknowledgements_finding UNIQUE (institution_id, user_id, date, finding_id);
