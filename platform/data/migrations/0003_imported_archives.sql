-- Up Migration

-- From which archive the service has the rows of an institution that has come from another installation.
CREATE TABLE imported_archives (
  institution_id uuid NOT NULL,
  digest text COLLATE "C" NOT NULL,
  imported_at timestamptz(3) NOT NULL,
  PRIMARY KEY (institution_id)
);
