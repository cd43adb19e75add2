-- Up Migration
-- A version for each resource that had none, which audit records name. It is new with every change: an UPDATE sets it to DEFAULT.

ALTER TABLE institutions ADD COLUMN revision uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE integrations ADD COLUMN revision uuid NOT NULL DEFAULT gen_random_uuid();
