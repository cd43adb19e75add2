-- The statements of webhooks, as they are sent to PostgreSQL. Written by `npm run tables:write`.

-- deleted_endpoints_forget, $1 limit bigint
DELETE FROM deleted_endpoints WHERE (institution_id, endpoint_id) IN (
     SELECT x.institution_id, x.endpoint_id FROM deleted_endpoints x
     WHERE NOT EXISTS (
       SELECT FROM deliveries o WHERE o.institution_id = x.institution_id AND o.endpoint_id = x.endpoint_id AND o.status = 'pending')
     LIMIT $1)
     RETURNING 1 AS removed;

-- deleted_endpoints_insert, $1 institutionId uuid, $2 endpointId uuid
INSERT INTO deleted_endpoints (institution_id, endpoint_id)
   VALUES ($1, $2);

-- deliveries_backlog
SELECT
     (SELECT count(*) FROM (
       SELECT FROM deliveries WHERE status = 'pending'
       ORDER BY institution_id, endpoint_id, resource_id, sequence, created_at, id LIMIT 10000) AS p) AS pending,
     (SELECT min(greatest(d.at, q.due_at)) FROM endpoint_queues q
     CROSS JOIN LATERAL (
       SELECT min(n.next_attempt_at) AS at FROM deliveries n
       WHERE n.institution_id = q.institution_id AND n.endpoint_id = q.endpoint_id AND n.next_attempt_at IS NOT NULL) AS d
     WHERE q.due_at IS NOT NULL AND NOT (q.failing_since IS NOT NULL OR q.is_slow)) AS "answeringDueAt", (SELECT min(greatest(d.at, q.due_at)) FROM endpoint_queues q
     CROSS JOIN LATERAL (
       SELECT min(n.next_attempt_at) AS at FROM deliveries n
       WHERE n.institution_id = q.institution_id AND n.endpoint_id = q.endpoint_id AND n.next_attempt_at IS NOT NULL) AS d
     WHERE q.due_at IS NOT NULL AND  (q.failing_since IS NOT NULL OR q.is_slow)) AS "troubledDueAt",
     (SELECT count(*) FROM endpoints WHERE disabled_reason = 'failures') AS failures,
     (SELECT count(*) FROM endpoints WHERE disabled_reason = 'gone') AS gone;

-- deliveries_body, $1 institutionId uuid[], $2 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   CROSS JOIN LATERAL (SELECT t.body FROM deliveries t
   WHERE t.institution_id = k.institution_id AND t.id = k.id LIMIT 1) AS found;

-- deliveries_count_replayable, $1 institutionId uuid, $2 endpointId uuid, $3 from bigint, $4 to bigint, $5 limit bigint
SELECT
     (SELECT count(*) FROM (
       SELECT FROM events e
       JOIN endpoints p ON p.institution_id = e.institution_id AND p.id = $2 AND (cardinality(p.types) = 0 OR e.type = ANY (p.types))
       AND NOT EXISTS (
         SELECT FROM deliveries d
         WHERE d.institution_id = e.institution_id AND d.event_id = e.id AND d.endpoint_id = p.id AND d.status = 'pending')
       WHERE e.institution_id = $1 AND e.sequence BETWEEN $3 AND $4
       LIMIT $5) AS w) AS events,
     coalesce((SELECT h.sequence FROM feed_heads h WHERE h.institution_id = $1), 0) AS head;

-- deliveries_due, $1 institutionId uuid, $2 endpointId uuid, $3 now timestamp(3) with time zone, $4 limit bigint, $5 host text, $6 before bigint
SELECT d.id AS "deliveryId", p.url, d.resource_id AS "ownResource",
     d.event_id AS "eventId", d.attempt_count AS "attemptCount", d.attempts_made AS "attemptsMade", d.body, d.next_attempt_at AS "nextAttemptAt",
     (e.id IS NOT NULL) AS "hasEvent", e.sequence, e.id, e.type, e.resource_id AS "resourceId", e.aggregate_id AS "aggregateId", e.occurred_at AS "occurredAt", e.changed, e.actor_type AS "actorType", e.actor_id AS "actorId", e.request_id AS "requestId"
   FROM endpoints p
   CROSS JOIN LATERAL (
     SELECT * FROM deliveries
     WHERE institution_id = $1 AND endpoint_id = $2 AND next_attempt_at <= $3 AND sequence < $6
     ORDER BY next_attempt_at, sequence LIMIT $4) AS d
   LEFT JOIN LATERAL (
     SELECT * FROM events
     WHERE institution_id = $1 AND sequence = d.sequence AND recorded_at = d.recorded_at LIMIT 1) AS e ON true
   WHERE p.institution_id = $1 AND p.id = $2 AND p.is_enabled
     AND coalesce($5 = regexp_replace(substring(p.url FROM '^\w+://([^/?#]*)'), ':\d+$', ''), true)
   ORDER BY d.next_attempt_at, d.sequence;

-- deliveries_enqueue, $1 institutionId uuid[], $2 type text[], $3 eventId uuid[], $4 sequence bigint[], $5 resourceId uuid[], $6 at timestamp(3) with time zone[], $7 ownerId uuid[], $8 endpointId uuid[]
WITH created AS (
     INSERT INTO deliveries (institution_id, endpoint_id, event_id, event_type, sequence, recorded_at, resource_id,
       status, attempt_count, attempts_made, next_attempt_at, created_at, updated_at)
     SELECT d.institution_id, d.endpoint_id, d.event_id, d.type, d.sequence, d.at, d.resource_id, 'pending', 0, 0,
       CASE WHEN d.nth = 1 AND NOT EXISTS (
         SELECT FROM deliveries b
         WHERE b.institution_id = d.institution_id AND b.endpoint_id = d.endpoint_id AND b.resource_id = d.resource_id
           AND b.status = 'pending') THEN d.at END, d.at, d.at
     FROM (
       SELECT i.*, e.id AS endpoint_id,
         row_number() OVER (PARTITION BY e.id, i.resource_id ORDER BY i.sequence) AS nth
       FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::bigint[], $5::uuid[], $6::timestamp(3) with time zone[])
         AS i(institution_id, type, event_id, sequence, resource_id, at)
       JOIN unnest($7::uuid[], $8::uuid[]) AS l(institution_id, endpoint_id)
         ON l.institution_id = i.institution_id
       JOIN endpoints e ON e.institution_id = l.institution_id AND e.id = l.endpoint_id AND (cardinality(e.types) = 0 OR i.type = ANY (e.types))
     ) AS d
     RETURNING institution_id, endpoint_id, next_attempt_at)
   UPDATE endpoint_queues q SET due_at = least(q.due_at, c.at)
   FROM (SELECT institution_id, endpoint_id, min(next_attempt_at) AS at FROM created GROUP BY 1, 2) AS c
   WHERE q.institution_id = c.institution_id AND q.endpoint_id = c.endpoint_id AND c.at IS NOT NULL;

-- deliveries_hold_later, $1 institutionId uuid, $2 endpointId uuid, $3 resourceIds uuid[]
UPDATE deliveries d SET next_attempt_at = NULL
   WHERE d.institution_id = $1 AND d.endpoint_id = $2 AND d.resource_id = ANY ($3::uuid[])
     AND d.status = 'pending' AND d.next_attempt_at IS NOT NULL
     AND EXISTS (
       SELECT FROM deliveries f
       WHERE f.institution_id = d.institution_id AND f.endpoint_id = d.endpoint_id AND f.resource_id = d.resource_id
         AND f.status = 'pending' AND (f.sequence, f.created_at, f.id) < (d.sequence, d.created_at, d.id));

-- deliveries_insert, $1 institutionId uuid, $2 id uuid, $3 endpointId uuid, $4 eventId uuid, $5 eventType text, $6 sequence bigint, $7 recordedAt timestamp(3) with time zone, $8 resourceId uuid, $9 body text, $10 status text, $11 attemptCount integer, $12 attemptsMade integer, $13 nextAttemptAt timestamp(3) with time zone, $14 createdAt timestamp(3) with time zone, $15 updatedAt timestamp(3) with time zone
INSERT INTO deliveries (institution_id, id, endpoint_id, event_id, event_type, sequence, recorded_at, resource_id, body, status, attempt_count, attempts_made, next_attempt_at, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15);

-- deliveries_list, $1 institutionId uuid, $2 endpointId uuid, $3 sort timestamp(3) with time zone, $4 id uuid, $5 limit bigint, $6 statuses text[]
SELECT p.*, a.number, a.at, a.duration_ms AS "durationMs", a.status AS answer, a.error FROM (SELECT m.* FROM unnest($6::text[]) AS s(status)
     CROSS JOIN LATERAL (SELECT d.id, d.endpoint_id AS "endpointId", d.event_id AS "eventId", d.event_type AS "eventType", d.resource_id AS "resourceId", d.status, d.next_attempt_at AS "nextAttemptAt", d.created_at AS "createdAt", d.updated_at AS "updatedAt"
     FROM deliveries d
     WHERE d.institution_id = $1 AND d.endpoint_id = $2 AND d.status = s.status
       AND (d.created_at, d.id) < ($3, $4)
     ORDER BY d.created_at DESC, d.id DESC LIMIT $5) AS m
     ORDER BY m."createdAt" DESC, m.id DESC LIMIT $5) AS p
   LEFT JOIN LATERAL (
     SELECT * FROM delivery_attempts t WHERE t.institution_id = $1 AND t.delivery_id = p.id
     ORDER BY t.number DESC LIMIT 1) AS a ON true
   ORDER BY p."createdAt" DESC, p.id DESC;

-- deliveries_list_of_event, $1 institutionId uuid, $2 endpointId uuid, $3 sort timestamp(3) with time zone, $4 id uuid, $5 limit bigint, $6 statuses text[], $7 eventId uuid
SELECT p.*, a.number, a.at, a.duration_ms AS "durationMs", a.status AS answer, a.error FROM (SELECT d.id, d.endpoint_id AS "endpointId", d.event_id AS "eventId", d.event_type AS "eventType", d.resource_id AS "resourceId", d.status, d.next_attempt_at AS "nextAttemptAt", d.created_at AS "createdAt", d.updated_at AS "updatedAt"
     FROM deliveries d
     WHERE d.institution_id = $1 AND d.endpoint_id = $2 AND d.event_id = $7 AND d.status = ANY ($6::text[])
       AND (d.created_at, d.id) < ($3, $4)
     ORDER BY d.created_at DESC, d.id DESC LIMIT $5) AS p
   LEFT JOIN LATERAL (
     SELECT * FROM delivery_attempts t WHERE t.institution_id = $1 AND t.delivery_id = p.id
     ORDER BY t.number DESC LIMIT 1) AS a ON true
   ORDER BY p."createdAt" DESC, p.id DESC;

-- deliveries_lock, $1 institutionId uuid, $2 id uuid
SELECT t.id, t.endpoint_id AS "endpointId", t.event_id AS "eventId", t.event_type AS "eventType", t.resource_id AS "resourceId", t.status, t.next_attempt_at AS "nextAttemptAt", t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM deliveries t
   WHERE t.institution_id = $1 AND t.id = $2 FOR NO KEY UPDATE;

-- deliveries_of_event, $1 institutionId uuid, $2 eventId uuid
SELECT d.id, d.endpoint_id AS "endpointId", d.event_id AS "eventId", d.event_type AS "eventType", d.resource_id AS "resourceId", d.status, d.next_attempt_at AS "nextAttemptAt", d.created_at AS "createdAt", d.updated_at AS "updatedAt", a.number, a.at, a.duration_ms AS "durationMs", a.status AS answer, a.error FROM deliveries d
   LEFT JOIN LATERAL (
     SELECT * FROM delivery_attempts t WHERE t.institution_id = $1 AND t.delivery_id = d.id
     ORDER BY t.number DESC LIMIT 1) AS a ON true
   WHERE d.institution_id = $1 AND d.event_id = $2
     AND EXISTS (SELECT FROM endpoints e WHERE e.institution_id = d.institution_id AND e.id = d.endpoint_id)
   LIMIT 100;

-- deliveries_redeliver, $1 institutionId uuid, $2 id uuid, $3 at timestamp(3) with time zone
UPDATE deliveries SET status = 'pending', attempt_count = 0, next_attempt_at = NULL, updated_at = greatest(updated_at, $3)
   WHERE institution_id = $1 AND id = $2;

-- deliveries_release_next, $1 institutionId uuid, $2 endpointId uuid, $3 resourceIds uuid[], $4 at timestamp(3) with time zone
UPDATE deliveries d SET next_attempt_at = $4
   FROM (SELECT DISTINCT unnest($3::uuid[]) AS id) AS r
   CROSS JOIN LATERAL (
     SELECT f.id, f.next_attempt_at FROM deliveries f
     WHERE f.institution_id = $1 AND f.endpoint_id = $2 AND f.resource_id = r.id AND f.status = 'pending'
     ORDER BY f.sequence, f.created_at, f.id LIMIT 1) AS f
   WHERE d.institution_id = $1 AND d.id = f.id AND f.next_attempt_at IS NULL;

-- deliveries_remove_expired, $1 before timestamp(3) with time zone, $2 limit bigint
DELETE FROM deliveries WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM deliveries WHERE created_at <= $1 AND status <> 'pending' ORDER BY created_at LIMIT $2))
     AND created_at <= $1 RETURNING 1 AS removed;

-- deliveries_remove_orphans, $1 limit bigint
DELETE FROM deliveries WHERE ctid = ANY(ARRAY(
     SELECT d.ctid FROM deleted_endpoints x CROSS JOIN LATERAL (
       SELECT ctid FROM deliveries o
       WHERE o.institution_id = x.institution_id AND o.endpoint_id = x.endpoint_id AND o.status = 'pending'
       ORDER BY o.resource_id, o.sequence, o.created_at, o.id LIMIT $1) AS d
     LIMIT $1))
     AND status = 'pending' RETURNING 1 AS removed;

-- deliveries_replay_step, $1 institutionId uuid, $2 endpointId uuid, $3 from bigint, $4 to bigint, $5 at timestamp(3) with time zone
WITH step AS MATERIALIZED (
     SELECT e.institution_id, e.id, e.type, e.sequence, e.recorded_at, e.resource_id FROM events e
     WHERE e.institution_id = $1 AND e.sequence BETWEEN $3 AND $4
     ORDER BY e.sequence LIMIT 500),
   created AS (
     INSERT INTO deliveries (institution_id, endpoint_id, event_id, event_type, sequence, recorded_at, resource_id,
       status, attempt_count, attempts_made, created_at, updated_at)
     SELECT e.institution_id, p.id, e.id, e.type, e.sequence, e.recorded_at, e.resource_id, 'pending', 0, 0, $5, $5
     FROM step e JOIN endpoints p ON p.institution_id = e.institution_id AND p.id = $2 AND (cardinality(p.types) = 0 OR e.type = ANY (p.types))
       AND NOT EXISTS (
         SELECT FROM deliveries d
         WHERE d.institution_id = e.institution_id AND d.event_id = e.id AND d.endpoint_id = p.id AND d.status = 'pending')
     RETURNING resource_id),
   reached AS (SELECT CASE WHEN count(*) = 500 AND max(sequence) < $4 THEN max(sequence) + 1 END AS next FROM step)
   UPDATE endpoint_queues q SET replay_from = r.next, replay_to = CASE WHEN r.next IS NOT NULL THEN q.replay_to END
   FROM reached r WHERE q.institution_id = $1 AND q.endpoint_id = $2
   RETURNING r.next AS "from", ARRAY(SELECT DISTINCT c.resource_id FROM created c) AS "resourceIds";

-- deliveries_settle, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 status text[], $5 attemptCount integer[], $6 attemptsMade integer[], $7 nextAttemptAt timestamp(3) with time zone[]
UPDATE deliveries t SET updated_at = greatest(t.updated_at, $2), status = v.status, attempt_count = v.attempt_count, attempts_made = v.attempts_made, next_attempt_at = v.next_attempt_at
   FROM unnest($3::uuid[], $4::text[], $5::integer[], $6::integer[], $7::timestamp(3) with time zone[])
     AS v(id, status, attempt_count, attempts_made, next_attempt_at)
   WHERE t.institution_id = $1 AND t.id = v.id;

-- deliveries_with_attempts, $1 institutionId uuid, $2 id uuid
SELECT d.id, d.endpoint_id AS "endpointId", d.event_id AS "eventId", d.event_type AS "eventType", d.resource_id AS "resourceId", d.status, d.next_attempt_at AS "nextAttemptAt", d.created_at AS "createdAt", d.updated_at AS "updatedAt", a.number, a.at, a.duration_ms AS "durationMs", a.status AS answer, a.error, a.response FROM deliveries d
   LEFT JOIN delivery_attempts a ON a.institution_id = d.institution_id AND a.delivery_id = d.id
   WHERE d.institution_id = $1 AND d.id = $2 ORDER BY a.number;

-- delivery_attempts_insert_rows, $1 institutionId uuid, $2 deliveryId uuid[], $3 number integer[], $4 at timestamp(3) with time zone[], $5 durationMs integer[], $6 status integer[], $7 error text[], $8 response text[]
INSERT INTO delivery_attempts (institution_id, delivery_id, number, at, duration_ms, status, error, response)
   SELECT $1, v.delivery_id, v.number, v.at, v.duration_ms, v.status, v.error, v.response FROM unnest($2::uuid[], $3::integer[], $4::timestamp(3) with time zone[], $5::integer[], $6::integer[], $7::text[], $8::text[])
     AS v(delivery_id, number, at, duration_ms, status, error, response);

-- delivery_budgets_begin, $1 institutionId uuid
INSERT INTO delivery_budgets (institution_id, second, sent, day, requested)
   VALUES ($1, 'epoch', '{}', '-infinity', 0) ON CONFLICT DO NOTHING;

-- delivery_budgets_lock, $1 institutionId uuid
SELECT t.second, t.sent FROM delivery_budgets t
   WHERE t.institution_id = $1 FOR NO KEY UPDATE;

-- delivery_budgets_request, $1 institutionId uuid, $2 count integer, $3 day timestamp(3) with time zone
INSERT INTO delivery_budgets AS b (institution_id, second, sent, day, requested)
   VALUES ($1, 'epoch', '{}', $3, $2)
   ON CONFLICT (institution_id) DO UPDATE SET day = greatest(b.day, excluded.day),
     requested = excluded.requested + CASE WHEN b.day >= excluded.day THEN b.requested ELSE 0 END
   RETURNING b.requested;

-- delivery_budgets_send, $1 institutionId uuid, $2 second timestamp(3) with time zone, $3 sent integer[]
UPDATE delivery_budgets SET second = $2, sent = $3::integer[] WHERE institution_id = $1;

-- endpoint_counts_add, $1 institutionId uuid, $2 more integer
INSERT INTO endpoint_counts AS c (institution_id, endpoints)
   VALUES ($1, greatest($2, 0))
   ON CONFLICT (institution_id) DO UPDATE SET endpoints = c.endpoints + $2;

-- endpoint_queues_begin_replay, $1 institutionId uuid, $2 endpointId uuid, $3 from bigint, $4 to bigint
UPDATE endpoint_queues SET replay_from = $3, replay_to = $4
   WHERE institution_id = $1 AND endpoint_id = $2;

-- endpoint_queues_end_expired
UPDATE endpoint_queues SET lease = NULL, leased_until = NULL, leased_slots = NULL
   WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM endpoint_queues WHERE lease IS NOT NULL AND leased_until <= clock_timestamp()
     FOR NO KEY UPDATE SKIP LOCKED));

-- endpoint_queues_forget, $1 institutionId uuid, $2 endpointId uuid
UPDATE endpoint_queues q SET failing_since = NULL, last_failed_at = NULL, is_slow = false WHERE q.institution_id = $1 AND q.endpoint_id = $2;

-- endpoint_queues_health, $1 institutionId uuid
SELECT q.endpoint_id AS "endpointId", q.failing_since AS "failingSince", q.last_failed_at AS "lastFailedAt",
     q.replay_from IS NOT NULL AS "isReplaying", newest.created_at AS "lastDeliveryAt", newest.status AS "lastDeliveryStatus"
   FROM endpoint_queues q
   LEFT JOIN LATERAL (
     SELECT of_status.* FROM unnest(ARRAY['pending', 'succeeded', 'failed', 'cancelled']) AS s(status)
     CROSS JOIN LATERAL (
       SELECT d.created_at, d.id, d.status FROM deliveries d
       WHERE d.institution_id = q.institution_id AND d.endpoint_id = q.endpoint_id AND d.status = s.status
       ORDER BY d.created_at DESC, d.id DESC LIMIT 1) AS of_status
     ORDER BY of_status.created_at DESC, of_status.id DESC LIMIT 1) AS newest ON true
   WHERE q.institution_id = $1;

-- endpoint_queues_hold, $1 institutionId uuid, $2 endpointId uuid, $3 lease uuid, $4 failingSince timestamp(3) with time zone, $5 lastFailedAt timestamp(3) with time zone, $6 isSlow boolean, $7 answeredUrl text
UPDATE endpoint_queues q SET leased_until = clock_timestamp() + interval '30000 ms',
     failing_since = $4, last_failed_at = $5, is_slow = $6,
     answered_url = coalesce($7, q.answered_url)
   WHERE q.institution_id = $1 AND q.endpoint_id = $2 AND q.lease = $3
   RETURNING q.replay_from AS "from", q.replay_to AS "to";

-- endpoint_queues_insert, $1 institutionId uuid, $2 endpointId uuid, $3 dueAt timestamp(3) with time zone, $4 lease uuid, $5 leasedUntil timestamp(3) with time zone, $6 servedAt timestamp(3) with time zone, $7 failingSince timestamp(3) with time zone, $8 lastFailedAt timestamp(3) with time zone, $9 isSlow boolean, $10 host text, $11 leasedHost text, $12 leasedSlots int4range, $13 answeredUrl text, $14 replayFrom bigint, $15 replayTo bigint
INSERT INTO endpoint_queues (institution_id, endpoint_id, due_at, lease, leased_until, served_at, failing_since, last_failed_at, is_slow, host, leased_host, leased_slots, answered_url, replay_from, replay_to)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15);

-- endpoint_queues_lease, $1 lease uuid, $2 now timestamp(3) with time zone, $3 healthy integer, $4 troubled integer
WITH leased AS (
     SELECT q.institution_id, q.leased_host, coalesce(q.leased_slots, '[0,8)') AS slots
     FROM endpoint_queues q WHERE q.lease IS NOT NULL),
   served AS (SELECT institution_id, count(*) AS endpoints FROM leased GROUP BY 1),
   due AS ((
     SELECT q.institution_id, q.endpoint_id, q.served_at, false AS is_troubled, q.host
     FROM endpoint_queues q
     WHERE q.due_at <= $2 AND (q.failing_since IS NULL AND NOT q.is_slow) AND q.lease IS NULL
     ORDER BY q.due_at LIMIT 1000) UNION ALL (
     SELECT q.institution_id, q.endpoint_id, q.served_at, true AS is_troubled, q.host
     FROM endpoint_queues q
     WHERE q.due_at <= $2 AND (q.failing_since IS NOT NULL OR q.is_slow) AND q.lease IS NULL
     ORDER BY q.due_at LIMIT 1000)),
   firsts AS (
     SELECT DISTINCT ON (d.institution_id, d.host) d.*, '[0,4)'::int4range AS slots FROM due d
     WHERE NOT d.is_troubled AND NOT EXISTS (
       SELECT FROM leased l
       WHERE l.institution_id = d.institution_id AND l.leased_host = d.host AND l.slots && '[0,4)'::int4range)
     ORDER BY d.institution_id, d.host, d.served_at NULLS FIRST, d.endpoint_id),
   seconds AS (
     SELECT DISTINCT ON (d.institution_id, d.host) d.*, '[4,8)'::int4range AS slots FROM due d
     WHERE d.endpoint_id NOT IN (SELECT endpoint_id FROM firsts) AND NOT EXISTS (
       SELECT FROM leased l
       WHERE l.institution_id = d.institution_id AND l.leased_host = d.host AND l.slots && '[4,8)'::int4range)
     ORDER BY d.institution_id, d.host, d.served_at NULLS FIRST, d.endpoint_id),
   of_free_hosts AS (TABLE firsts UNION ALL TABLE seconds),
   numbered AS (
     SELECT d.*, coalesce(s.endpoints, 0) + row_number() OVER (
       PARTITION BY d.is_troubled, d.institution_id ORDER BY d.served_at NULLS FIRST, d.endpoint_id) AS nth
     FROM of_free_hosts d LEFT JOIN served s ON s.institution_id = d.institution_id),
   ranked AS (
     SELECT n.*, row_number() OVER (PARTITION BY is_troubled ORDER BY nth, served_at NULLS FIRST, endpoint_id) AS queue_rank
     FROM numbered n),
   free AS (
     SELECT f.row_id, CASE WHEN NOT r.is_troubled AND NOT EXISTS (
       SELECT FROM endpoint_queues o
       WHERE o.institution_id = r.institution_id AND o.endpoint_id <> r.endpoint_id
         AND (o.host = r.host OR o.lease IS NOT NULL AND o.leased_host = r.host)) THEN '[0,8)' ELSE r.slots END AS slots
     FROM ranked r
     CROSS JOIN LATERAL (
       SELECT q.ctid AS row_id FROM endpoint_queues q
       WHERE q.institution_id = r.institution_id AND q.endpoint_id = r.endpoint_id AND q.due_at <= $2 AND q.lease IS NULL
       FOR NO KEY UPDATE SKIP LOCKED) AS f
     WHERE r.queue_rank <= CASE WHEN r.is_troubled THEN $4::integer ELSE $3::integer END)
   UPDATE endpoint_queues q SET lease = $1, leased_until = clock_timestamp() + interval '30000 ms', leased_host = q.host,
     leased_slots = f.slots
   FROM free f WHERE q.ctid = ANY (ARRAY(SELECT row_id FROM free)) AND f.row_id = q.ctid
   RETURNING q.institution_id AS "institutionId", q.endpoint_id AS "endpointId", q.failing_since AS "failingSince", q.last_failed_at AS "lastFailedAt", q.is_slow AS "isSlow", q.leased_host AS "leasedHost", q.replay_from AS "replayFrom", upper(f.slots) - lower(f.slots) AS slots;

-- endpoint_queues_lock, $1 institutionId uuid, $2 endpointId uuid
SELECT q.endpoint_id AS "endpointId" FROM endpoint_queues q WHERE q.institution_id = $1 AND q.endpoint_id = $2 FOR NO KEY UPDATE;

-- endpoint_queues_lock_wanting, $1 institutionId uuid[], $2 type text[]
SELECT q.institution_id AS "institutionId", q.endpoint_id AS "endpointId"
   FROM endpoint_queues q
   JOIN (
     SELECT DISTINCT e.institution_id, e.id
     FROM (SELECT DISTINCT institution_id, type FROM unnest($1::uuid[], $2::text[]) AS u(institution_id, type)) AS i
     JOIN endpoints e ON e.institution_id = i.institution_id AND e.is_enabled AND (cardinality(e.types) = 0 OR i.type = ANY (e.types))
   ) AS w ON w.institution_id = q.institution_id AND w.id = q.endpoint_id
   ORDER BY q.institution_id, q.endpoint_id FOR NO KEY UPDATE OF q;

-- endpoint_queues_refresh, $1 institutionId uuid, $2 endpointId uuid, $3 at timestamp(3) with time zone
UPDATE endpoint_queues q SET host = regexp_replace(substring(e.url FROM '^\w+://([^/?#]*)'), ':\d+$', ''),
     replay_from = CASE WHEN e.is_enabled THEN q.replay_from END, replay_to = CASE WHEN e.is_enabled THEN q.replay_to END,
     due_at = CASE WHEN e.is_enabled THEN greatest(least((
       SELECT min(d.next_attempt_at) FROM deliveries d
       WHERE d.institution_id = q.institution_id AND d.endpoint_id = q.endpoint_id AND d.next_attempt_at IS NOT NULL),
       CASE WHEN q.replay_to IS NOT NULL THEN $3::timestamptz END), NULL) END
   FROM endpoints e WHERE e.institution_id = q.institution_id AND e.id = q.endpoint_id AND q.institution_id = $1 AND q.endpoint_id = $2;

-- endpoint_queues_release, $1 institutionId uuid, $2 endpointId uuid, $3 at timestamp(3) with time zone, $4 notBefore timestamp(3) with time zone
UPDATE endpoint_queues q
   SET lease = NULL, leased_until = NULL, leased_slots = NULL, served_at = clock_timestamp(), host = regexp_replace(substring(e.url FROM '^\w+://([^/?#]*)'), ':\d+$', ''),
     replay_from = CASE WHEN e.is_enabled THEN q.replay_from END, replay_to = CASE WHEN e.is_enabled THEN q.replay_to END,
     due_at = CASE WHEN e.is_enabled THEN greatest(least((
       SELECT min(d.next_attempt_at) FROM deliveries d
       WHERE d.institution_id = q.institution_id AND d.endpoint_id = q.endpoint_id AND d.next_attempt_at IS NOT NULL),
       CASE WHEN q.replay_to IS NOT NULL THEN $3::timestamptz END), $4) END
   FROM endpoints e WHERE e.institution_id = q.institution_id AND e.id = q.endpoint_id AND q.institution_id = $1 AND q.endpoint_id = $2;

-- endpoint_queues_replay_state, $1 institutionId uuid, $2 endpointId uuid
SELECT q.replay_to IS NOT NULL AS "isReplaying", coalesce(q.answered_url = e.url, false) AS "hasAnswered"
   FROM endpoint_queues q JOIN endpoints e ON e.institution_id = q.institution_id AND e.id = q.endpoint_id
   WHERE q.institution_id = $1 AND q.endpoint_id = $2;

-- endpoint_secrets_expire, $1 institutionId uuid, $2 endpointId uuid, $3 expiresAt timestamp(3) with time zone
UPDATE endpoint_secrets SET expires_at = $3
   WHERE institution_id = $1 AND endpoint_id = $2 AND expires_at IS NULL;

-- endpoint_secrets_insert, $1 institutionId uuid, $2 endpointId uuid, $3 id uuid, $4 keyId text, $5 sealed bytea, $6 expiresAt timestamp(3) with time zone
INSERT INTO endpoint_secrets (institution_id, endpoint_id, id, key_id, sealed, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6);

-- endpoint_secrets_live, $1 institutionId uuid, $2 endpointId uuid, $3 now timestamp(3) with time zone
SELECT key_id AS "keyId", sealed FROM endpoint_secrets
   WHERE institution_id = $1 AND endpoint_id = $2
     AND (expires_at IS NULL OR expires_at > $3)
   ORDER BY expires_at DESC NULLS FIRST;

-- endpoint_secrets_remove_ended, $1 institutionId uuid, $2 endpointId uuid, $3 now timestamp(3) with time zone
DELETE FROM endpoint_secrets
   WHERE institution_id = $1 AND endpoint_id = $2 AND expires_at <= $3;

-- endpoints_by_id, $1 institutionId uuid[], $2 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   CROSS JOIN LATERAL (SELECT t.id, t.url, t.description, t.types, t.is_enabled AS "isEnabled", t.disabled_reason AS "disabledReason", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM endpoints t
   WHERE t.institution_id = k.institution_id AND t.id = k.id LIMIT 1) AS found;

-- endpoints_delete_rows, $1 institutionId uuid, $2 ids uuid[]
WITH changed AS (DELETE FROM endpoints WHERE institution_id = $1 AND id = ANY($2)
     RETURNING endpoints.institution_id AS institution_id, endpoints.id, endpoints.revision AS before, NULL::uuid AS after, json_build_object('url', endpoints.url, 'description', endpoints.description, 'types', endpoints.types, 'isEnabled', endpoints.is_enabled, 'disabledReason', endpoints.disabled_reason) AS fields)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause, fields_before, fields_after)
   SELECT changed.institution_id, 'webhook_endpoint', changed.id, changed.before, changed.after, $3::timestamptz, $4::text, $5::text, $6::text, $7::uuid, $8::text, $9::text, $10::uuid, changed.fields, NULL::json FROM changed;

-- endpoints_insert, $1 institutionId uuid, $2 id uuid, $3 url text, $4 description text, $5 types text[], $6 isEnabled boolean, $7 disabledReason text, $8 revision uuid, $9 createdAt timestamp(3) with time zone, $10 updatedAt timestamp(3) with time zone
WITH changed AS (INSERT INTO endpoints (institution_id, id, url, description, types, is_enabled, disabled_reason, revision, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     RETURNING endpoints.institution_id AS institution_id, endpoints.id, NULL::uuid AS before, endpoints.revision AS after, json_build_object('url', endpoints.url, 'description', endpoints.description, 'types', endpoints.types, 'isEnabled', endpoints.is_enabled, 'disabledReason', endpoints.disabled_reason) AS fields)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause, fields_before, fields_after)
   SELECT changed.institution_id, 'webhook_endpoint', changed.id, changed.before, changed.after, $11::timestamptz, $12::text, $13::text, $14::text, $15::uuid, $16::text, $17::text, $18::uuid, NULL::json, changed.fields FROM changed;

-- endpoints_list, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint
SELECT * FROM (SELECT t.id, t.url, t.description, t.types, t.is_enabled AS "isEnabled", t.disabled_reason AS "disabledReason", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM endpoints t
       WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3)
       ORDER BY t.created_at, t.id LIMIT 501) AS limited LIMIT $4;

-- endpoints_lock, $1 institutionId uuid, $2 id uuid
SELECT t.id, t.url, t.description, t.types, t.is_enabled AS "isEnabled", t.disabled_reason AS "disabledReason", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM endpoints t
   WHERE t.institution_id = $1 AND t.id = $2 FOR NO KEY UPDATE;

-- endpoints_update, $1 institutionId uuid, $2 id uuid, $3 url text, $4 description text, $5 types text[], $6 isEnabled boolean, $7 disabledReason text, $8 revision uuid, $9 updatedAt timestamp(3) with time zone
WITH changed AS (UPDATE endpoints SET url = $3, description = $4, types = $5, is_enabled = $6, disabled_reason = $7, revision = $8, updated_at = greatest(endpoints.updated_at, $9)
   WHERE institution_id = $1 AND id = $2
     RETURNING endpoints.institution_id AS institution_id, endpoints.id, NULL::uuid AS before, endpoints.revision AS after, json_build_object('url', endpoints.url, 'description', endpoints.description, 'types', endpoints.types, 'isEnabled', endpoints.is_enabled, 'disabledReason', endpoints.disabled_reason) AS fields)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause, fields_before, fields_after)
   SELECT changed.institution_id, 'webhook_endpoint', changed.id, prior.revision, changed.after, $10::timestamptz, $11::text, $12::text, $13::text, $14::uuid, $15::text, $16::text, $17::uuid, json_build_object('url', prior.url, 'description', prior.description, 'types', prior.types, 'isEnabled', prior.is_enabled, 'disabledReason', prior.disabled_reason), changed.fields FROM changed JOIN endpoints prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- events_by_id, $1 institutionId uuid[], $2 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   CROSS JOIN LATERAL (SELECT e.sequence, e.id, e.type, e.resource_id AS "resourceId", e.aggregate_id AS "aggregateId", e.occurred_at AS "occurredAt", e.changed, e.actor_type AS "actorType", e.actor_id AS "actorId", e.request_id AS "requestId" FROM events e
   WHERE e.institution_id = k.institution_id AND e.id = k.id LIMIT 1) AS found;

-- events_insert_rows, $1 institutionId uuid[], $2 sequence bigint[], $3 recordedAt timestamp(3) with time zone[], $4 id uuid[], $5 type text[], $6 resourceId uuid[], $7 aggregateId text[], $8 occurredAt timestamp(3) with time zone[], $9 changed text[], $10 actorType text[], $11 actorId text[], $12 requestId text[]
INSERT INTO events (institution_id, sequence, recorded_at, id, type, resource_id, aggregate_id, occurred_at, changed, actor_type, actor_id, request_id)
   SELECT v.institution_id, v.sequence, v.recorded_at, v.id, v.type, v.resource_id, v.aggregate_id, v.occurred_at, v.changed::text[], v.actor_type, v.actor_id, v.request_id FROM unnest($1::uuid[], $2::bigint[], $3::timestamp(3) with time zone[], $4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::timestamp(3) with time zone[], $9::text[], $10::text[], $11::text[], $12::text[])
     AS v(institution_id, sequence, recorded_at, id, type, resource_id, aggregate_id, occurred_at, changed, actor_type, actor_id, request_id);

-- events_last_before, $1 institutionId uuid, $2 at timestamp(3) with time zone
SELECT e.sequence FROM events e
   WHERE e.institution_id = $1 AND e.recorded_at < $2
   ORDER BY e.recorded_at DESC, e.sequence DESC LIMIT 1;

-- events_latest, $1 institutionId uuid, $2 before bigint, $3 limit bigint
SELECT m.* FROM (
     SELECT e.sequence, e.id, e.type, e.resource_id AS "resourceId", e.aggregate_id AS "aggregateId", e.occurred_at AS "occurredAt", e.changed, e.actor_type AS "actorType", e.actor_id AS "actorId", e.request_id AS "requestId" FROM events e
     WHERE e.institution_id = $1 AND e.sequence < $2
     ORDER BY e.sequence DESC LIMIT 101) AS m
   ORDER BY m.sequence DESC LIMIT $3;

-- events_latest_of_resource, $1 institutionId uuid, $2 before bigint, $3 limit bigint, $4 resourceId uuid, $5 types text[]
SELECT m.* FROM (
     SELECT e.sequence, e.id, e.type, e.resource_id AS "resourceId", e.aggregate_id AS "aggregateId", e.occurred_at AS "occurredAt", e.changed, e.actor_type AS "actorType", e.actor_id AS "actorId", e.request_id AS "requestId" FROM events e
     WHERE e.institution_id = $1 AND e.sequence < $2 AND e.resource_id = $4 AND (cardinality($5::text[]) = 0 OR e.type = ANY($5::text[]))
     ORDER BY e.sequence DESC LIMIT 101) AS m
   ORDER BY m.sequence DESC LIMIT $3;

-- events_latest_of_types, $1 institutionId uuid, $2 before bigint, $3 limit bigint, $4 types text[]
SELECT p.* FROM unnest($4::text[]) AS t(type)
     CROSS JOIN LATERAL (SELECT m.* FROM (
     SELECT e.sequence, e.id, e.type, e.resource_id AS "resourceId", e.aggregate_id AS "aggregateId", e.occurred_at AS "occurredAt", e.changed, e.actor_type AS "actorType", e.actor_id AS "actorId", e.request_id AS "requestId" FROM events e
     WHERE e.institution_id = $1 AND e.sequence < $2 AND e.type = t.type
     ORDER BY e.sequence DESC LIMIT 101) AS m
   ORDER BY m.sequence DESC LIMIT $3) AS p
   ORDER BY p.sequence DESC LIMIT $3;

-- events_page, $1 institutionId uuid, $2 after bigint, $3 limit bigint
SELECT f.head, f."headId", f.next, f."storedId", e.*
   FROM (
     SELECT coalesce(h.sequence, 0) AS head, h.id AS "headId", n.next, n."storedId"
     FROM (
       SELECT min(s.sequence) FILTER (WHERE s.sequence > $2) AS next,
         (array_agg(s.id) FILTER (WHERE s.sequence = $2))[1] AS "storedId"
       FROM (SELECT p.sequence, p.id FROM events p
         WHERE p.institution_id = $1 AND p.sequence >= $2 ORDER BY p.sequence LIMIT 2) AS s
     ) AS n LEFT JOIN (SELECT h.sequence, l.id FROM feed_heads h
     LEFT JOIN events l ON l.institution_id = $1 AND l.sequence = h.sequence AND l.recorded_at = h.recorded_at
     WHERE h.institution_id = $1) AS h ON true
   ) AS f LEFT JOIN LATERAL (SELECT m.* FROM (
     SELECT e.sequence, e.id, e.type, e.resource_id AS "resourceId", e.aggregate_id AS "aggregateId", e.occurred_at AS "occurredAt", e.changed, e.actor_type AS "actorType", e.actor_id AS "actorId", e.request_id AS "requestId"
     FROM events e
     WHERE e.institution_id = $1 AND e.sequence > $2
     ORDER BY e.sequence LIMIT 101) AS m
   ORDER BY m.sequence LIMIT $3) AS e ON true
   ORDER BY e.sequence;

-- events_page_resource_id, $1 institutionId uuid, $2 after bigint, $3 limit bigint, $4 resourceId uuid
SELECT f.head, f."headId", f.next, f."storedId", e.*
   FROM (
     SELECT coalesce(h.sequence, 0) AS head, h.id AS "headId", n.next, n."storedId"
     FROM (
       SELECT min(s.sequence) FILTER (WHERE s.sequence > $2) AS next,
         (array_agg(s.id) FILTER (WHERE s.sequence = $2))[1] AS "storedId"
       FROM (SELECT p.sequence, p.id FROM events p
         WHERE p.institution_id = $1 AND p.sequence >= $2 ORDER BY p.sequence LIMIT 2) AS s
     ) AS n LEFT JOIN (SELECT h.sequence, l.id FROM feed_heads h
     LEFT JOIN events l ON l.institution_id = $1 AND l.sequence = h.sequence AND l.recorded_at = h.recorded_at
     WHERE h.institution_id = $1) AS h ON true
   ) AS f LEFT JOIN LATERAL (SELECT m.* FROM (
     SELECT e.sequence, e.id, e.type, e.resource_id AS "resourceId", e.aggregate_id AS "aggregateId", e.occurred_at AS "occurredAt", e.changed, e.actor_type AS "actorType", e.actor_id AS "actorId", e.request_id AS "requestId"
     FROM events e
     WHERE e.institution_id = $1 AND e.sequence > $2 AND e.resource_id = $4
     ORDER BY e.sequence LIMIT 101) AS m
   ORDER BY m.sequence LIMIT $3) AS e ON true
   ORDER BY e.sequence;

-- events_page_resource_id_since, $1 institutionId uuid, $2 after bigint, $3 limit bigint, $4 resourceId uuid, $5 since timestamp(3) with time zone
SELECT f.head, f."headId", f.next, f."storedId", e.*
   FROM (
     SELECT coalesce(h.sequence, 0) AS head, h.id AS "headId", n.next, n."storedId",
       (SELECT s.sequence - 1 FROM events s
        WHERE s.institution_id = $1 AND s.recorded_at >= $5::timestamptz - interval '1 minute'
        ORDER BY s.recorded_at, s.sequence LIMIT 1) AS since
     FROM (
       SELECT min(s.sequence) FILTER (WHERE s.sequence > $2) AS next,
         (array_agg(s.id) FILTER (WHERE s.sequence = $2))[1] AS "storedId"
       FROM (SELECT p.sequence, p.id FROM events p
         WHERE p.institution_id = $1 AND p.sequence >= $2 ORDER BY p.sequence LIMIT 2) AS s
     ) AS n LEFT JOIN (SELECT h.sequence, l.id FROM feed_heads h
     LEFT JOIN events l ON l.institution_id = $1 AND l.sequence = h.sequence AND l.recorded_at = h.recorded_at
     WHERE h.institution_id = $1) AS h ON true
   ) AS f LEFT JOIN LATERAL (SELECT m.* FROM (
     SELECT e.sequence, e.id, e.type, e.resource_id AS "resourceId", e.aggregate_id AS "aggregateId", e.occurred_at AS "occurredAt", e.changed, e.actor_type AS "actorType", e.actor_id AS "actorId", e.request_id AS "requestId"
     FROM events e
     WHERE e.institution_id = $1 AND e.sequence > greatest($2, coalesce(f.since, f.head)) AND e.resource_id = $4 AND e.occurred_at >= $5
     ORDER BY e.sequence LIMIT 101) AS m
   ORDER BY m.sequence LIMIT $3) AS e ON true
   ORDER BY e.sequence;

-- events_page_resource_id_types, $1 institutionId uuid, $2 after bigint, $3 limit bigint, $4 resourceId uuid, $5 types text[]
SELECT f.head, f."headId", f.next, f."storedId", e.*
   FROM (
     SELECT coalesce(h.sequence, 0) AS head, h.id AS "headId", n.next, n."storedId"
     FROM (
       SELECT min(s.sequence) FILTER (WHERE s.sequence > $2) AS next,
         (array_agg(s.id) FILTER (WHERE s.sequence = $2))[1] AS "storedId"
       FROM (SELECT p.sequence, p.id FROM events p
         WHERE p.institution_id = $1 AND p.sequence >= $2 ORDER BY p.sequence LIMIT 2) AS s
     ) AS n LEFT JOIN (SELECT h.sequence, l.id FROM feed_heads h
     LEFT JOIN events l ON l.institution_id = $1 AND l.sequence = h.sequence AND l.recorded_at = h.recorded_at
     WHERE h.institution_id = $1) AS h ON true
   ) AS f LEFT JOIN LATERAL (SELECT m.* FROM (
     SELECT e.sequence, e.id, e.type, e.resource_id AS "resourceId", e.aggregate_id AS "aggregateId", e.occurred_at AS "occurredAt", e.changed, e.actor_type AS "actorType", e.actor_id AS "actorId", e.request_id AS "requestId"
     FROM events e
     WHERE e.institution_id = $1 AND e.sequence > $2 AND e.resource_id = $4 AND e.type = ANY($5::text[])
     ORDER BY e.sequence LIMIT 101) AS m
   ORDER BY m.sequence LIMIT $3) AS e ON true
   ORDER BY e.sequence;

-- events_page_resource_id_types_since, $1 institutionId uuid, $2 after bigint, $3 limit bigint, $4 resourceId uuid, $5 types text[], $6 since timestamp(3) with time zone
SELECT f.head, f."headId", f.next, f."storedId", e.*
   FROM (
     SELECT coalesce(h.sequence, 0) AS head, h.id AS "headId", n.next, n."storedId",
       (SELECT s.sequence - 1 FROM events s
        WHERE s.institution_id = $1 AND s.recorded_at >= $6::timestamptz - interval '1 minute'
        ORDER BY s.recorded_at, s.sequence LIMIT 1) AS since
     FROM (
       SELECT min(s.sequence) FILTER (WHERE s.sequence > $2) AS next,
         (array_agg(s.id) FILTER (WHERE s.sequence = $2))[1] AS "storedId"
       FROM (SELECT p.sequence, p.id FROM events p
         WHERE p.institution_id = $1 AND p.sequence >= $2 ORDER BY p.sequence LIMIT 2) AS s
     ) AS n LEFT JOIN (SELECT h.sequence, l.id FROM feed_heads h
     LEFT JOIN events l ON l.institution_id = $1 AND l.sequence = h.sequence AND l.recorded_at = h.recorded_at
     WHERE h.institution_id = $1) AS h ON true
   ) AS f LEFT JOIN LATERAL (SELECT m.* FROM (
     SELECT e.sequence, e.id, e.type, e.resource_id AS "resourceId", e.aggregate_id AS "aggregateId", e.occurred_at AS "occurredAt", e.changed, e.actor_type AS "actorType", e.actor_id AS "actorId", e.request_id AS "requestId"
     FROM events e
     WHERE e.institution_id = $1 AND e.sequence > greatest($2, coalesce(f.since, f.head)) AND e.resource_id = $4 AND e.type = ANY($5::text[]) AND e.occurred_at >= $6
     ORDER BY e.sequence LIMIT 101) AS m
   ORDER BY m.sequence LIMIT $3) AS e ON true
   ORDER BY e.sequence;

-- events_page_since, $1 institutionId uuid, $2 after bigint, $3 limit bigint, $4 since timestamp(3) with time zone
SELECT f.head, f."headId", f.next, f."storedId", e.*
   FROM (
     SELECT coalesce(h.sequence, 0) AS head, h.id AS "headId", n.next, n."storedId",
       (SELECT s.sequence - 1 FROM events s
        WHERE s.institution_id = $1 AND s.recorded_at >= $4::timestamptz - interval '1 minute'
        ORDER BY s.recorded_at, s.sequence LIMIT 1) AS since
     FROM (
       SELECT min(s.sequence) FILTER (WHERE s.sequence > $2) AS next,
         (array_agg(s.id) FILTER (WHERE s.sequence = $2))[1] AS "storedId"
       FROM (SELECT p.sequence, p.id FROM events p
         WHERE p.institution_id = $1 AND p.sequence >= $2 ORDER BY p.sequence LIMIT 2) AS s
     ) AS n LEFT JOIN (SELECT h.sequence, l.id FROM feed_heads h
     LEFT JOIN events l ON l.institution_id = $1 AND l.sequence = h.sequence AND l.recorded_at = h.recorded_at
     WHERE h.institution_id = $1) AS h ON true
   ) AS f LEFT JOIN LATERAL (SELECT m.* FROM (
     SELECT e.sequence, e.id, e.type, e.resource_id AS "resourceId", e.aggregate_id AS "aggregateId", e.occurred_at AS "occurredAt", e.changed, e.actor_type AS "actorType", e.actor_id AS "actorId", e.request_id AS "requestId"
     FROM events e
     WHERE e.institution_id = $1 AND e.sequence > greatest($2, coalesce(f.since, f.head)) AND e.occurred_at >= $4
     ORDER BY e.sequence LIMIT 101) AS m
   ORDER BY m.sequence LIMIT $3) AS e ON true
   ORDER BY e.sequence;

-- events_page_types, $1 institutionId uuid, $2 after bigint, $3 limit bigint, $4 types text[]
SELECT f.head, f."headId", f.next, f."storedId", e.*
   FROM (
     SELECT coalesce(h.sequence, 0) AS head, h.id AS "headId", n.next, n."storedId"
     FROM (
       SELECT min(s.sequence) FILTER (WHERE s.sequence > $2) AS next,
         (array_agg(s.id) FILTER (WHERE s.sequence = $2))[1] AS "storedId"
       FROM (SELECT p.sequence, p.id FROM events p
         WHERE p.institution_id = $1 AND p.sequence >= $2 ORDER BY p.sequence LIMIT 2) AS s
     ) AS n LEFT JOIN (SELECT h.sequence, l.id FROM feed_heads h
     LEFT JOIN events l ON l.institution_id = $1 AND l.sequence = h.sequence AND l.recorded_at = h.recorded_at
     WHERE h.institution_id = $1) AS h ON true
   ) AS f LEFT JOIN LATERAL (SELECT p.* FROM unnest($4::text[]) AS t(type)
     CROSS JOIN LATERAL (SELECT m.* FROM (
     SELECT e.sequence, e.id, e.type, e.resource_id AS "resourceId", e.aggregate_id AS "aggregateId", e.occurred_at AS "occurredAt", e.changed, e.actor_type AS "actorType", e.actor_id AS "actorId", e.request_id AS "requestId"
     FROM events e
     WHERE e.institution_id = $1 AND e.sequence > $2 AND e.type = t.type
     ORDER BY e.sequence LIMIT 101) AS m
   ORDER BY m.sequence LIMIT $3) AS p
     ORDER BY p.sequence LIMIT $3) AS e ON true
   ORDER BY e.sequence;

-- events_page_types_near, $1 institutionId uuid, $2 after bigint, $3 limit bigint, $4 types text[]
SELECT f.head, f."headId", f.next, f."storedId", e.*
   FROM (
     SELECT coalesce(h.sequence, 0) AS head, h.id AS "headId", n.next, n."storedId"
     FROM (
       SELECT min(s.sequence) FILTER (WHERE s.sequence > $2) AS next,
         (array_agg(s.id) FILTER (WHERE s.sequence = $2))[1] AS "storedId"
       FROM (SELECT p.sequence, p.id FROM events p
         WHERE p.institution_id = $1 AND p.sequence >= $2 ORDER BY p.sequence LIMIT 2) AS s
     ) AS n LEFT JOIN (SELECT h.sequence, l.id FROM feed_heads h
     LEFT JOIN events l ON l.institution_id = $1 AND l.sequence = h.sequence AND l.recorded_at = h.recorded_at
     WHERE h.institution_id = $1) AS h ON true
   ) AS f LEFT JOIN LATERAL (SELECT m.* FROM (
     SELECT e.sequence, e.id, e.type, e.resource_id AS "resourceId", e.aggregate_id AS "aggregateId", e.occurred_at AS "occurredAt", e.changed, e.actor_type AS "actorType", e.actor_id AS "actorId", e.request_id AS "requestId"
     FROM events e
     WHERE e.institution_id = $1 AND e.sequence > $2
     ORDER BY e.sequence LIMIT 500) AS m
   WHERE m.type = ANY($4::text[]) ORDER BY m.sequence LIMIT $3) AS e ON true
   ORDER BY e.sequence;

-- events_page_types_since, $1 institutionId uuid, $2 after bigint, $3 limit bigint, $4 types text[], $5 since timestamp(3) with time zone
SELECT f.head, f."headId", f.next, f."storedId", e.*
   FROM (
     SELECT coalesce(h.sequence, 0) AS head, h.id AS "headId", n.next, n."storedId",
       (SELECT s.sequence - 1 FROM events s
        WHERE s.institution_id = $1 AND s.recorded_at >= $5::timestamptz - interval '1 minute'
        ORDER BY s.recorded_at, s.sequence LIMIT 1) AS since
     FROM (
       SELECT min(s.sequence) FILTER (WHERE s.sequence > $2) AS next,
         (array_agg(s.id) FILTER (WHERE s.sequence = $2))[1] AS "storedId"
       FROM (SELECT p.sequence, p.id FROM events p
         WHERE p.institution_id = $1 AND p.sequence >= $2 ORDER BY p.sequence LIMIT 2) AS s
     ) AS n LEFT JOIN (SELECT h.sequence, l.id FROM feed_heads h
     LEFT JOIN events l ON l.institution_id = $1 AND l.sequence = h.sequence AND l.recorded_at = h.recorded_at
     WHERE h.institution_id = $1) AS h ON true
   ) AS f LEFT JOIN LATERAL (SELECT p.* FROM unnest($4::text[]) AS t(type)
     CROSS JOIN LATERAL (SELECT m.* FROM (
     SELECT e.sequence, e.id, e.type, e.resource_id AS "resourceId", e.aggregate_id AS "aggregateId", e.occurred_at AS "occurredAt", e.changed, e.actor_type AS "actorType", e.actor_id AS "actorId", e.request_id AS "requestId"
     FROM events e
     WHERE e.institution_id = $1 AND e.sequence > greatest($2, coalesce(f.since, f.head)) AND e.type = t.type AND e.occurred_at >= $5
     ORDER BY e.sequence LIMIT 101) AS m
   ORDER BY m.sequence LIMIT $3) AS p
     ORDER BY p.sequence LIMIT $3) AS e ON true
   ORDER BY e.sequence;

-- events_page_types_since_near, $1 institutionId uuid, $2 after bigint, $3 limit bigint, $4 types text[], $5 since timestamp(3) with time zone
SELECT f.head, f."headId", f.next, f."storedId", e.*
   FROM (
     SELECT coalesce(h.sequence, 0) AS head, h.id AS "headId", n.next, n."storedId",
       (SELECT s.sequence - 1 FROM events s
        WHERE s.institution_id = $1 AND s.recorded_at >= $5::timestamptz - interval '1 minute'
        ORDER BY s.recorded_at, s.sequence LIMIT 1) AS since
     FROM (
       SELECT min(s.sequence) FILTER (WHERE s.sequence > $2) AS next,
         (array_agg(s.id) FILTER (WHERE s.sequence = $2))[1] AS "storedId"
       FROM (SELECT p.sequence, p.id FROM events p
         WHERE p.institution_id = $1 AND p.sequence >= $2 ORDER BY p.sequence LIMIT 2) AS s
     ) AS n LEFT JOIN (SELECT h.sequence, l.id FROM feed_heads h
     LEFT JOIN events l ON l.institution_id = $1 AND l.sequence = h.sequence AND l.recorded_at = h.recorded_at
     WHERE h.institution_id = $1) AS h ON true
   ) AS f LEFT JOIN LATERAL (SELECT m.* FROM (
     SELECT e.sequence, e.id, e.type, e.resource_id AS "resourceId", e.aggregate_id AS "aggregateId", e.occurred_at AS "occurredAt", e.changed, e.actor_type AS "actorType", e.actor_id AS "actorId", e.request_id AS "requestId"
     FROM events e
     WHERE e.institution_id = $1 AND e.sequence > greatest($2, coalesce(f.since, f.head)) AND e.occurred_at >= $5
     ORDER BY e.sequence LIMIT 500) AS m
   WHERE m.type = ANY($4::text[]) ORDER BY m.sequence LIMIT $3) AS e ON true
   ORDER BY e.sequence;

-- feed_heads_advance, $1 institutionId uuid[], $2 count bigint[], $3 at timestamp(3) with time zone
INSERT INTO feed_heads AS h (institution_id, sequence, recorded_at)
   SELECT institution_id, count, $3 FROM unnest($1::uuid[], $2::bigint[]) AS i(institution_id, count) ORDER BY institution_id
   ON CONFLICT (institution_id) DO UPDATE
     SET sequence = h.sequence + excluded.sequence, recorded_at = greatest(h.recorded_at, excluded.recorded_at)
   RETURNING institution_id AS "institutionId", sequence, recorded_at AS "recordedAt";

-- feed_heads_end, $1 institutionId uuid
SELECT h.sequence, l.id FROM feed_heads h
     LEFT JOIN events l ON l.institution_id = $1 AND l.sequence = h.sequence AND l.recorded_at = h.recorded_at
     WHERE h.institution_id = $1;
