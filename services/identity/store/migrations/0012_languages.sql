-- Up Migration

-- The language that an administrator has chosen; empty if none.
ALTER TABLE administrators ADD COLUMN language text NOT NULL DEFAULT '';
ALTER TABLE administrators ADD CONSTRAINT administrators_language_check CHECK (language ~ '^([a-z]{2}(-[A-Z]{2})?)?$');
