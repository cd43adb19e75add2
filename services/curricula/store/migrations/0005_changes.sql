-- Up Migration
-- Lists with updatedSince: what has changed is found without a walk through the list, with the columns of its order (platform/data/statements/changed-page.ts).
-- On a large table in use the index is made CONCURRENTLY beforehand (docs/deployment.md), and is found here.

CREATE INDEX IF NOT EXISTS programs_by_change ON programs (institution_id, updated_at) INCLUDE (created_at, id, is_archived);
