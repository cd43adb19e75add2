-- Up Migration

-- Versions and cohorts refer to each other: rows of both can be written in any order.
ALTER TABLE curriculum_versions ALTER CONSTRAINT curriculum_versions_source_cohort DEFERRABLE INITIALLY DEFERRED;
