-- Up Migration
-- A version for each resource that had none, which audit records name. It is new with every change: an UPDATE sets it to DEFAULT.

ALTER TABLE organization_terms ADD COLUMN revision uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE module_groups ADD COLUMN revision uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE tags ADD COLUMN revision uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE course_modules ADD COLUMN revision uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE course_module_tags ADD COLUMN revision uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE module_versions ADD COLUMN revision uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE module_connections ADD COLUMN revision uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE pathways ADD COLUMN revision uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE cohorts ADD COLUMN revision uuid NOT NULL DEFAULT gen_random_uuid();
