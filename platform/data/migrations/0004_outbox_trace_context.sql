-- Up Migration

-- The work that told of the event, as W3C Trace Context writes it; null where that was not traced.
ALTER TABLE outbox ADD COLUMN traceparent text;
