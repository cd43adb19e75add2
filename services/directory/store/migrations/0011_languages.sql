-- Up Migration

-- The language of whoever has chosen none.
ALTER TABLE institutions ADD COLUMN language text;
