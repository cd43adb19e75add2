-- Up Migration

-- Requests are stored in their chunks again, each compressed with those of its own integration alone: a list of one integration then reads nothing of others.
-- Requests that request_texts holds are counted, but listed no more; no release has written it.
ALTER TABLE request_chunks DROP COLUMN text_second, DROP COLUMN text_id;
DROP TABLE request_texts;
