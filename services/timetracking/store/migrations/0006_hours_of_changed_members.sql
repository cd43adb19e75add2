-- Up Migration

-- Of all records: the condition keeps the planner from taking this index for reads of a member's records by their starts.
CREATE INDEX IF NOT EXISTS time_records_by_change ON time_records (institution_id, user_id, updated_at) WHERE updated_at > '-infinity';
CREATE INDEX IF NOT EXISTS time_records_corrected ON time_records (institution_id, user_id, corrected_at) WHERE corrected_at > '-infinity';
