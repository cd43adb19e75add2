-- Up Migration

-- The institutions that were ever moved between PostgreSQL servers, with the one that has their rows of placeable
-- services: empty for the first. Every service's database has all of them: to find the server, and to refuse calls for
-- an institution whose rows are not here.
CREATE TABLE placements (
  institution_id uuid NOT NULL,
  server text COLLATE "C" NOT NULL,
  PRIMARY KEY (institution_id)
);

-- The server that this database is on, in one row: empty for the first one.
CREATE TABLE own_server (
  server text COLLATE "C" NOT NULL,
  PRIMARY KEY (server)
);
