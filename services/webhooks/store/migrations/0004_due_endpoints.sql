-- Up Migration

-- Endpoints that answer are looked for apart from those that fail or are slow, which may be thousands.
CREATE INDEX endpoint_queues_due_answering ON endpoint_queues (due_at)
  WHERE due_at IS NOT NULL AND failing_since IS NULL AND NOT is_slow;
CREATE INDEX endpoint_queues_due_troubled ON endpoint_queues (due_at)
  WHERE due_at IS NOT NULL AND (failing_since IS NOT NULL OR is_slow);
-- How many of an institution are served.
CREATE INDEX endpoint_queues_leased ON endpoint_queues (institution_id) WHERE lease IS NOT NULL;
