-- Up Migration

-- What request_chunks counts, in full: the requests of an institution that a gateway sent together, compressed once for all integrations. Dropped by days.
CREATE TABLE request_texts (
  institution_id uuid NOT NULL,
  -- The last of the seconds in which they arrived, so that they are dropped with the last chunk.
  second timestamptz(3) NOT NULL,
  id uuid NOT NULL,
  -- JSON, compressed by Zstandard.
  requests bytea NOT NULL,
  PRIMARY KEY (institution_id, second, id)
) PARTITION BY RANGE (second);
CREATE TABLE request_texts_other PARTITION OF request_texts DEFAULT;
SELECT make_partitions('request_texts', 'day', 7, now());

-- The text that holds the requests of a chunk, whose own are then none. Null for a chunk that holds them itself, as those of the former release do.
ALTER TABLE request_chunks ADD COLUMN text_second timestamptz(3), ADD COLUMN text_id uuid;
