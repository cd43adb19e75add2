-- Up Migration
-- The one table of the service that the platform is tested on.
CREATE TABLE notes (
  institution_id uuid NOT NULL,
  id uuid NOT NULL,
  title text NOT NULL,
  count integer NOT NULL DEFAULT 0,
  PRIMARY KEY (institution_id, id),
  CONSTRAINT notes_title UNIQUE (institution_id, title)
);
