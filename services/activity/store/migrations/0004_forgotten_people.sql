-- Up Migration

-- The people of whom no record of a request says anything any more.
CREATE TABLE forgotten_people (
  institution_id uuid NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (institution_id, user_id)
);
