-- Up Migration

-- How many calendar feeds each institution has: its row is their lock, and its check their limit.
CREATE TABLE calendar_feed_counts (
  institution_id uuid PRIMARY KEY,
  feeds integer NOT NULL,
  CONSTRAINT calendar_feed_counts_at_most CHECK (feeds BETWEEN 0 AND 200)
);
INSERT INTO calendar_feed_counts (institution_id, feeds)
  SELECT institution_id, least(count(*), 200)::integer FROM calendar_feeds GROUP BY institution_id;
