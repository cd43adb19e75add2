-- Up Migration

CREATE INDEX IF NOT EXISTS time_records_changed ON time_records (institution_id, updated_at, id);
