-- Up Migration

-- The institutions that stand still; one without a row is open.
CREATE TABLE standstills (
  institution_id uuid NOT NULL,
  state text NOT NULL,
  -- From then on it does not count; null if it ends only when the row goes.
  until timestamptz(3),
  -- Whether all that was begun before has ended: from then on, events do not change the institution either.
  is_settled boolean NOT NULL,
  PRIMARY KEY (institution_id)
);
ALTER TABLE standstills ADD CONSTRAINT standstills_state_check CHECK (state IN ('frozen', 'closed', 'moved', 'deleting'));

-- Ends a transaction that would change an institution which stands still: LY005, with what its caller has to know.
CREATE FUNCTION refuse_standstill(state text, until timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the institution stands still' USING ERRCODE = 'LY005', DETAIL = json_build_object(
    'state', state,
    'until', to_char(until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'retryAfterSeconds', greatest(1, least(60, floor(extract(epoch FROM until - clock_timestamp())))));
END $$;
