-- Up Migration

-- The operator's name at the time; NULL of others, and of records that are older.
ALTER TABLE audit_log ADD COLUMN actor_name text COLLATE "C";
