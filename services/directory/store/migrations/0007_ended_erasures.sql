-- Up Migration

-- When a plan ended without an erasure, and what spoke against it.
ALTER TABLE erasures ADD COLUMN ended_at timestamptz(3), ADD COLUMN ended_by text;
CREATE INDEX IF NOT EXISTS erasures_ended ON erasures (institution_id, ended_at) WHERE ended_at IS NOT NULL;
-- Instead of erasures_due, which has ended plans, too.
CREATE INDEX IF NOT EXISTS erasures_planned ON erasures (due_at) WHERE erased_at IS NULL AND ended_at IS NULL;
DROP INDEX erasures_due;
