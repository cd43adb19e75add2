-- Up Migration

ALTER TABLE institutions ADD COLUMN working_time_rules text;
ALTER TABLE user_groups ADD COLUMN working_time_rules text;
CREATE INDEX IF NOT EXISTS user_groups_with_rules ON user_groups (institution_id, id) WHERE working_time_rules IS NOT NULL;
