-- The statements of the platform, as they are sent to PostgreSQL. Written by `npm run tables:write`.

-- audit_log_created_by, $1 institutionId uuid, $2 integrationId text, $3 userId uuid, $4 since timestamp(3) with time zone
SELECT 1 AS "isCreated" FROM audit_log a
   WHERE a.institution_id = $1 AND a.resource_id = $3 AND a.recorded_at > $4
     AND a.resource = 'user' AND a.version_before IS NULL AND a.actor_id = $2 LIMIT 1;

-- audit_log_end_all, $1 institutionId uuid, $2 recordedAt timestamp(3) with time zone, $3 sequence bigint, $4 since timestamp(3) with time zone, $5 resourceId uuid, $6 actorId text
SELECT a.recorded_at AS "recordedAt", a.sequence FROM audit_log a WHERE a.institution_id = $1 AND $5::uuid IS NULL AND $6::text IS NULL
       AND (a.recorded_at, a.sequence) < ($2::timestamptz, $3::bigint) AND a.recorded_at >= $4
     ORDER BY a.recorded_at DESC, a.sequence DESC
     OFFSET 9999 LIMIT 1;

-- audit_log_end_of_actor, $1 institutionId uuid, $2 recordedAt timestamp(3) with time zone, $3 sequence bigint, $4 since timestamp(3) with time zone, $5 resourceId uuid, $6 actorId text
SELECT a.recorded_at AS "recordedAt", a.sequence FROM audit_log a WHERE a.institution_id = $1 AND a.actor_id = $6 AND $5::uuid IS NULL
       AND (a.recorded_at, a.sequence) < ($2::timestamptz, $3::bigint) AND a.recorded_at >= $4
     ORDER BY a.recorded_at DESC, a.sequence DESC
     OFFSET 9999 LIMIT 1;

-- audit_log_end_of_resource, $1 institutionId uuid, $2 recordedAt timestamp(3) with time zone, $3 sequence bigint, $4 since timestamp(3) with time zone, $5 resourceId uuid, $6 actorId text
SELECT a.recorded_at AS "recordedAt", a.sequence FROM audit_log a WHERE a.institution_id = $1 AND a.resource_id = $5 AND ($6::text IS NULL OR a.actor_id = $6)
       AND (a.recorded_at, a.sequence) < ($2::timestamptz, $3::bigint) AND a.recorded_at >= $4
     ORDER BY a.recorded_at DESC, a.sequence DESC
     OFFSET 9999 LIMIT 1;

-- audit_log_list_all, $1 institutionId uuid, $2 recordedAt timestamp(3) with time zone, $3 sequence bigint, $4 since timestamp(3) with time zone, $5 resourceId uuid, $6 actorId text, $7 resource text, $8 actor text, $9 operation text, $10 requestId text, $11 limit bigint
SELECT a.institution_id AS "institutionId", a.recorded_at AS "recordedAt", a.sequence, a.actor, a.actor_id AS "actorId", a.actor_name AS "actorName", a.on_behalf_of AS "onBehalfOf", a.operation, a.resource, a.resource_id AS "resourceId", a.version_before AS "versionBefore", a.version_after AS "versionAfter", a.request_id AS "requestId", a.cause, a.fields_before AS "fieldsBefore", a.fields_after AS "fieldsAfter" FROM (
       SELECT * FROM audit_log a WHERE a.institution_id = $1 AND $5::uuid IS NULL AND $6::text IS NULL
       AND (a.recorded_at, a.sequence) < ($2::timestamptz, $3::bigint) AND a.recorded_at >= $4
     ORDER BY a.recorded_at DESC, a.sequence DESC LIMIT 10000) AS a
     WHERE ($6::text IS NULL OR a.actor_id = $6) AND ($8::text IS NULL OR a.actor = $8)
       AND ($7::text IS NULL OR a.resource = $7) AND ($10::text IS NULL OR a.request_id = $10)
       AND ($9::text IS NULL OR a.operation = $9
         OR right(a.operation, length($9) + 1) IN ('/' || $9, '.' || $9))
     ORDER BY a.recorded_at DESC, a.sequence DESC LIMIT $11;

-- audit_log_list_of_actor, $1 institutionId uuid, $2 recordedAt timestamp(3) with time zone, $3 sequence bigint, $4 since timestamp(3) with time zone, $5 resourceId uuid, $6 actorId text, $7 resource text, $8 actor text, $9 operation text, $10 requestId text, $11 limit bigint
SELECT a.institution_id AS "institutionId", a.recorded_at AS "recordedAt", a.sequence, a.actor, a.actor_id AS "actorId", a.actor_name AS "actorName", a.on_behalf_of AS "onBehalfOf", a.operation, a.resource, a.resource_id AS "resourceId", a.version_before AS "versionBefore", a.version_after AS "versionAfter", a.request_id AS "requestId", a.cause, a.fields_before AS "fieldsBefore", a.fields_after AS "fieldsAfter" FROM (
       SELECT * FROM audit_log a WHERE a.institution_id = $1 AND a.actor_id = $6 AND $5::uuid IS NULL
       AND (a.recorded_at, a.sequence) < ($2::timestamptz, $3::bigint) AND a.recorded_at >= $4
     ORDER BY a.recorded_at DESC, a.sequence DESC LIMIT 10000) AS a
     WHERE ($6::text IS NULL OR a.actor_id = $6) AND ($8::text IS NULL OR a.actor = $8)
       AND ($7::text IS NULL OR a.resource = $7) AND ($10::text IS NULL OR a.request_id = $10)
       AND ($9::text IS NULL OR a.operation = $9
         OR right(a.operation, length($9) + 1) IN ('/' || $9, '.' || $9))
     ORDER BY a.recorded_at DESC, a.sequence DESC LIMIT $11;

-- audit_log_list_of_resource, $1 institutionId uuid, $2 recordedAt timestamp(3) with time zone, $3 sequence bigint, $4 since timestamp(3) with time zone, $5 resourceId uuid, $6 actorId text, $7 resource text, $8 actor text, $9 operation text, $10 requestId text, $11 limit bigint
SELECT a.institution_id AS "institutionId", a.recorded_at AS "recordedAt", a.sequence, a.actor, a.actor_id AS "actorId", a.actor_name AS "actorName", a.on_behalf_of AS "onBehalfOf", a.operation, a.resource, a.resource_id AS "resourceId", a.version_before AS "versionBefore", a.version_after AS "versionAfter", a.request_id AS "requestId", a.cause, a.fields_before AS "fieldsBefore", a.fields_after AS "fieldsAfter" FROM (
       SELECT * FROM audit_log a WHERE a.institution_id = $1 AND a.resource_id = $5 AND ($6::text IS NULL OR a.actor_id = $6)
       AND (a.recorded_at, a.sequence) < ($2::timestamptz, $3::bigint) AND a.recorded_at >= $4
     ORDER BY a.recorded_at DESC, a.sequence DESC LIMIT 10000) AS a
     WHERE ($6::text IS NULL OR a.actor_id = $6) AND ($8::text IS NULL OR a.actor = $8)
       AND ($7::text IS NULL OR a.resource = $7) AND ($10::text IS NULL OR a.request_id = $10)
       AND ($9::text IS NULL OR a.operation = $9
         OR right(a.operation, length($9) + 1) IN ('/' || $9, '.' || $9))
     ORDER BY a.recorded_at DESC, a.sequence DESC LIMIT $11;

-- dead_letters_add_behind, $1 consumer text, $2 eventId uuid, $3 institutionId uuid, $4 type text, $5 aggregateId text, $6 occurredAt timestamp(3) with time zone, $7 envelope bytea, $8 failedAt timestamp(3) with time zone, $9 attempts integer, $10 error text
INSERT INTO dead_letters (consumer, event_id, institution_id, type, aggregate_id, occurred_at, envelope, failed_at, attempts, error, dead_since, replay_at)
   SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $8, (SELECT max(replay_at) FROM dead_letters WHERE consumer = $1 AND aggregate_id = $5) WHERE NOT EXISTS (SELECT FROM inbox WHERE consumer = $1 AND event_id = $2)
   ON CONFLICT DO NOTHING;

-- idempotency_keys_claim, $1 institutionId uuid, $2 holder text, $3 key text, $4 at timestamp(3) with time zone
SELECT FROM claim_idempotency_key($1, $2, $3, $4);

-- idempotency_keys_find, $1 institutionId uuid, $2 holder text, $3 key text, $4 at timestamp(3) with time zone
SELECT fingerprint, response, request_id AS "requestId", created_at AS "createdAt"
   FROM find_idempotency_record($1, $2, $3, $4);

-- idempotency_keys_remember, $1 institutionId uuid, $2 holder text, $3 key text, $4 fingerprint text, $5 response bytea, $6 requestId text, $7 createdAt timestamp(3) with time zone, $8 expiresAt timestamp(3) with time zone
INSERT INTO idempotency_keys (institution_id, holder, key, fingerprint, response, request_id, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- inbox_missing, $1 consumer text, $2 eventIds uuid[]
SELECT event_id AS "eventId" FROM unnest($2::uuid[]) AS listed(event_id)
   WHERE NOT EXISTS (SELECT FROM inbox i WHERE i.consumer = $1 AND i.event_id = listed.event_id)
     AND NOT EXISTS (SELECT FROM dead_letters p WHERE p.consumer = $1 AND p.event_id = listed.event_id);

-- inbox_receive, $1 consumer text, $2 eventIds uuid[], $3 aggregateIds text[], $4 at timestamp(3) with time zone, $5 isReplay boolean
WITH incoming AS (
     SELECT i.event_id, NOT $5::boolean AND EXISTS (
       SELECT FROM dead_letters p
       WHERE p.consumer = $1 AND p.aggregate_id = i.aggregate_id AND p.dead_since IS NOT NULL) AS is_blocked
     FROM unnest($2::uuid[], $3::text[]) AS i(event_id, aggregate_id)),
   forgotten AS (
     DELETE FROM dead_letters WHERE consumer = $1 AND event_id = ANY($2::uuid[]) AND ($5 OR dead_since IS NULL)),
   fresh AS (
     INSERT INTO inbox (consumer, event_id, handled_at)
     SELECT $1, event_id, $4 FROM incoming WHERE NOT is_blocked ORDER BY event_id
     ON CONFLICT DO NOTHING RETURNING event_id)
   SELECT event_id AS "eventId", false AS "isBlocked" FROM fresh
   UNION ALL SELECT event_id, true FROM incoming WHERE is_blocked;

-- outbox_insert_rows, $1 id uuid[], $2 institutionId uuid[], $3 type text[], $4 aggregateId text[], $5 requestId text[], $6 occurredAt timestamp(3) with time zone[], $7 payload bytea[], $8 traceparent text[], $9 actorType text[], $10 actorId text[], $11 resourceId text[], $12 changed text[]
INSERT INTO outbox (id, institution_id, type, aggregate_id, request_id, occurred_at, payload, traceparent, actor_type, actor_id, resource_id, changed)
   SELECT v.id, v.institution_id, v.type, v.aggregate_id, v.request_id, v.occurred_at, v.payload, v.traceparent, v.actor_type, v.actor_id, v.resource_id, v.changed::text[] FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamp(3) with time zone[], $7::bytea[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])
     AS v(id, institution_id, type, aggregate_id, request_id, occurred_at, payload, traceparent, actor_type, actor_id, resource_id, changed);
