-- Up Migration

CREATE TABLE audit_streams (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  url text NOT NULL,
  key_id text NOT NULL,
  sealed bytea NOT NULL,
  paused_by text COLLATE "C",
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  revision uuid NOT NULL,
  PRIMARY KEY (institution_id)
);
ALTER TABLE audit_streams ADD CONSTRAINT audit_streams_kind_check CHECK (kind IN ('https', 'splunk_hec', 'otlp_http'));
CREATE TABLE audit_stream_positions (
  institution_id uuid NOT NULL,
  cursor text COLLATE "C" NOT NULL,
  batch_size integer NOT NULL,
  failures integer NOT NULL,
  failing_since timestamp(3) with time zone,
  fault text COLLATE "C",
  accepted_at timestamp(3) with time zone,
  due_at timestamp(3) with time zone,
  lease uuid,
  leased_until timestamp(3) with time zone,
  PRIMARY KEY (institution_id)
);
CREATE INDEX IF NOT EXISTS audit_stream_positions_due ON audit_stream_positions (due_at) WHERE due_at IS NOT NULL;
