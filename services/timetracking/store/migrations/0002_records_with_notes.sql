-- Up Migration

-- Few records have a note: what is too old of them is found without a look at the others.
CREATE INDEX IF NOT EXISTS time_records_with_note ON time_records (institution_id, start_time, id) WHERE note IS NOT NULL;
