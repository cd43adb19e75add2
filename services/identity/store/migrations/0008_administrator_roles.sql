-- Up Migration

ALTER TABLE administrators ADD COLUMN roles text[] NOT NULL DEFAULT '{owner}';
ALTER TABLE administrators ADD CONSTRAINT administrators_roles_check CHECK (cardinality(roles) > 0);
