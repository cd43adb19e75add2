-- Up Migration

-- For the constraint below: equality of ids and texts beside ranges.
CREATE EXTENSION IF NOT EXISTS btree_gist;

-- Which of the eight requests to a host, that its endpoints share, are leased with an endpoint; null: all, as the former release leases them.
ALTER TABLE endpoint_queues ADD COLUMN leased_slots int4range;

-- Replaced under its name, which both releases know: one endpoint of a host at a time becomes one for each slot. No lease of the former release
-- violates it. The table has a row for each endpoint, twenty of an institution at most.
DROP INDEX endpoint_queues_leased_host;
ALTER TABLE endpoint_queues ADD CONSTRAINT endpoint_queues_leased_host EXCLUDE USING gist
  (institution_id WITH =, leased_host WITH =, (COALESCE(leased_slots, '[0,8)'::int4range)) WITH &&) WHERE (lease IS NOT NULL);
CREATE INDEX endpoint_queues_leased ON endpoint_queues (institution_id, leased_host) WHERE lease IS NOT NULL;
