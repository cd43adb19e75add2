-- Up Migration

ALTER TABLE audit_log ADD COLUMN role text;
