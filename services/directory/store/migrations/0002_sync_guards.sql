-- Up Migration
-- What each directory sync has done within a minute of the last hour: see store/sync-guards.ts. Takes the place of sync_archivings, which the
-- release before this one still writes; the next one drops it.
CREATE TABLE sync_guards (
  institution_id uuid NOT NULL,
  integration_id uuid NOT NULL,
  minute timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL,
  counted integer NOT NULL,
  departed integer NOT NULL,
  active integer,
  active_at timestamptz(3),
  PRIMARY KEY (institution_id, integration_id, minute)
);
CREATE INDEX sync_guards_by_expiry ON sync_guards (last_at);
