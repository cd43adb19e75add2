-- Up Migration

ALTER TABLE integrations ADD COLUMN access text NOT NULL DEFAULT 'full';
ALTER TABLE integrations ADD COLUMN areas text[];
ALTER TABLE integrations ADD CONSTRAINT integrations_access_check CHECK (access IN ('full', 'read'));
ALTER TABLE integrations ADD CONSTRAINT integrations_areas_check CHECK (cardinality(areas) > 0);
