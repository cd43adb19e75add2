-- Up Migration

CREATE TABLE people_columns (
  institution_id uuid NOT NULL,
  header text COLLATE "C" NOT NULL,
  column_name text COLLATE "C" NOT NULL,
  noted_at timestamp(3) with time zone NOT NULL,
  PRIMARY KEY (institution_id, header)
);
