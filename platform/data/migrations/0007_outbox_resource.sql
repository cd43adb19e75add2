-- Up Migration

-- Who caused the event, which record it is about, and which of its fields changed; null in rows that are older than these columns.
ALTER TABLE outbox
  ADD COLUMN actor_type text,
  ADD COLUMN actor_id text,
  ADD COLUMN resource_id text,
  ADD COLUMN changed text[];
