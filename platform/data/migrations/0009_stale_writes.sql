-- Up Migration

-- Ends a transaction that was decided on what was read before it began, and is so no more: LY004, upon which the command begins again.
CREATE FUNCTION refuse_stale_write() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what was read before the transaction has changed' USING ERRCODE = 'LY004';
END $$;
