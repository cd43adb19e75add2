-- The statements of activity, as they are sent to PostgreSQL. Written by `npm run tables:write`.

-- recorded_batches_claim, $1 id uuid, $2 at timestamp(3) with time zone
INSERT INTO recorded_batches (id, recorded_at) VALUES ($1, $2)
   ON CONFLICT (id) DO NOTHING RETURNING id;

-- recorded_batches_remove_expired, $1 before timestamp(3) with time zone, $2 limit bigint
DELETE FROM recorded_batches WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM recorded_batches WHERE recorded_at <= $1 ORDER BY recorded_at LIMIT $2))
     AND recorded_at <= $1 RETURNING 1 AS removed;

-- requests_by_minute, $1 institutionId uuid, $2 integrationId uuid, $3 first timestamp(3) with time zone, $4 last timestamp(3) with time zone
SELECT m.start::timestamptz(3) AS start, c.requests
   FROM generate_series($3::timestamptz, $4::timestamptz, interval '1 minute') AS m(start)
   CROSS JOIN LATERAL (SELECT count(*)::integer AS requests FROM (
     SELECT FROM requests r
     WHERE r.institution_id = $1 AND r.integration_id = $2
       AND r.time >= m.start AND r.time < m.start + interval '1 minute' LIMIT 2000) AS found) AS c
   ORDER BY m.start;

-- requests_by_request_id, $1 institutionId uuid, $2 integrationId uuid, $3 requestId text
SELECT r.id, r.time, r.integration_id AS "integrationId", r.request_id AS "requestId", r.method, r.route, r.path, r.status, r.code, r.detail, r.errors, r.duration_ms AS "durationMs", r.bytes_in AS "bytesIn", r.bytes_out AS "bytesOut", r.is_replay AS "isReplay", r.rate_limit_remaining AS "rateLimitRemaining", r.user_agent AS "userAgent", r.client_address AS "clientAddress" FROM requests r
   WHERE r.institution_id = $1 AND r.request_id = $3
     AND ($2::uuid IS NULL OR r.integration_id = $2)
   ORDER BY r.time DESC, r.id DESC LIMIT 1;

-- requests_end_all, $1 institutionId uuid, $2 integrationId uuid, $3 requestId text, $4 from timestamp(3) with time zone, $5 to timestamp(3) with time zone, $6 sort timestamp(3) with time zone, $7 id uuid
SELECT r.time, r.id FROM requests r WHERE r.institution_id = $1 AND $2::uuid IS NULL AND $3::text IS NULL
       AND (r.time, r.id) < ($6, $7) AND r.time >= $4 AND r.time < $5
     ORDER BY r.time DESC, r.id DESC OFFSET 9999 LIMIT 1;

-- requests_end_failed, $1 institutionId uuid, $2 integrationId uuid, $3 requestId text, $4 from timestamp(3) with time zone, $5 to timestamp(3) with time zone, $6 sort timestamp(3) with time zone, $7 id uuid
SELECT r.time, r.id FROM requests r WHERE r.institution_id = $1 AND r.status >= 400 AND $2::uuid IS NULL AND $3::text IS NULL
       AND (r.time, r.id) < ($6, $7) AND r.time >= $4 AND r.time < $5
     ORDER BY r.time DESC, r.id DESC OFFSET 9999 LIMIT 1;

-- requests_end_named, $1 institutionId uuid, $2 integrationId uuid, $3 requestId text, $4 from timestamp(3) with time zone, $5 to timestamp(3) with time zone, $6 sort timestamp(3) with time zone, $7 id uuid
SELECT r.time, r.id FROM requests r WHERE r.institution_id = $1 AND r.request_id = $3 AND ($2::uuid IS NULL OR r.integration_id = $2)
       AND (r.time, r.id) < ($6, $7) AND r.time >= $4 AND r.time < $5
     ORDER BY r.time DESC, r.id DESC OFFSET 9999 LIMIT 1;

-- requests_end_own, $1 institutionId uuid, $2 integrationId uuid, $3 requestId text, $4 from timestamp(3) with time zone, $5 to timestamp(3) with time zone, $6 sort timestamp(3) with time zone, $7 id uuid
SELECT r.time, r.id FROM requests r WHERE r.institution_id = $1 AND r.integration_id = $2 AND $3::text IS NULL
       AND (r.time, r.id) < ($6, $7) AND r.time >= $4 AND r.time < $5
     ORDER BY r.time DESC, r.id DESC OFFSET 9999 LIMIT 1;

-- requests_end_own_failed, $1 institutionId uuid, $2 integrationId uuid, $3 requestId text, $4 from timestamp(3) with time zone, $5 to timestamp(3) with time zone, $6 sort timestamp(3) with time zone, $7 id uuid
SELECT r.time, r.id FROM requests r WHERE r.institution_id = $1 AND r.status >= 400 AND r.integration_id = $2 AND $3::text IS NULL
       AND (r.time, r.id) < ($6, $7) AND r.time >= $4 AND r.time < $5
     ORDER BY r.time DESC, r.id DESC OFFSET 9999 LIMIT 1;

-- requests_insert, $1 records bytea
INSERT INTO requests (institution_id, id, time, integration_id, request_id, method, route, path, status, code, detail, errors, duration_ms, bytes_in, bytes_out, is_replay, rate_limit_remaining, user_agent, client_address)
   SELECT r.* FROM json_to_recordset(convert_from($1, 'UTF8')::json)
     AS r("institutionId" uuid, "id" uuid, "time" timestamp(3) with time zone, "integrationId" uuid, "requestId" text, "method" text, "route" text, "path" text, "status" integer, "code" text, "detail" text, "errors" text, "durationMs" double precision, "bytesIn" integer, "bytesOut" integer, "isReplay" boolean, "rateLimitRemaining" integer, "userAgent" text, "clientAddress" text);

-- requests_list_all, $1 institutionId uuid, $2 integrationId uuid, $3 requestId text, $4 from timestamp(3) with time zone, $5 to timestamp(3) with time zone, $6 sort timestamp(3) with time zone, $7 id uuid, $8 statusFrom integer, $9 statusTo integer, $10 limit bigint, $11 method text, $12 route text
SELECT r.id, r.time, r.integration_id AS "integrationId", r.request_id AS "requestId", r.method, r.route, r.path, r.status, r.code, r.detail, r.errors, r.duration_ms AS "durationMs", r.bytes_in AS "bytesIn", r.bytes_out AS "bytesOut", r.is_replay AS "isReplay", r.rate_limit_remaining AS "rateLimitRemaining", r.user_agent AS "userAgent", r.client_address AS "clientAddress" FROM (
       SELECT * FROM requests r WHERE r.institution_id = $1 AND $2::uuid IS NULL AND $3::text IS NULL
       AND (r.time, r.id) < ($6, $7) AND r.time >= $4 AND r.time < $5
     ORDER BY r.time DESC, r.id DESC LIMIT 10000) AS r
     WHERE r.status BETWEEN $8 AND $9
       AND ($11::text IS NULL OR r.method = $11) AND ($12::text IS NULL OR r.route = $12)
     ORDER BY r.time DESC, r.id DESC LIMIT $10;

-- requests_list_failed, $1 institutionId uuid, $2 integrationId uuid, $3 requestId text, $4 from timestamp(3) with time zone, $5 to timestamp(3) with time zone, $6 sort timestamp(3) with time zone, $7 id uuid, $8 statusFrom integer, $9 statusTo integer, $10 limit bigint, $11 method text, $12 route text
SELECT r.id, r.time, r.integration_id AS "integrationId", r.request_id AS "requestId", r.method, r.route, r.path, r.status, r.code, r.detail, r.errors, r.duration_ms AS "durationMs", r.bytes_in AS "bytesIn", r.bytes_out AS "bytesOut", r.is_replay AS "isReplay", r.rate_limit_remaining AS "rateLimitRemaining", r.user_agent AS "userAgent", r.client_address AS "clientAddress" FROM (
       SELECT * FROM requests r WHERE r.institution_id = $1 AND r.status >= 400 AND $2::uuid IS NULL AND $3::text IS NULL
       AND (r.time, r.id) < ($6, $7) AND r.time >= $4 AND r.time < $5
     ORDER BY r.time DESC, r.id DESC LIMIT 10000) AS r
     WHERE r.status BETWEEN $8 AND $9
       AND ($11::text IS NULL OR r.method = $11) AND ($12::text IS NULL OR r.route = $12)
     ORDER BY r.time DESC, r.id DESC LIMIT $10;

-- requests_list_named, $1 institutionId uuid, $2 integrationId uuid, $3 requestId text, $4 from timestamp(3) with time zone, $5 to timestamp(3) with time zone, $6 sort timestamp(3) with time zone, $7 id uuid, $8 statusFrom integer, $9 statusTo integer, $10 limit bigint, $11 method text, $12 route text
SELECT r.id, r.time, r.integration_id AS "integrationId", r.request_id AS "requestId", r.method, r.route, r.path, r.status, r.code, r.detail, r.errors, r.duration_ms AS "durationMs", r.bytes_in AS "bytesIn", r.bytes_out AS "bytesOut", r.is_replay AS "isReplay", r.rate_limit_remaining AS "rateLimitRemaining", r.user_agent AS "userAgent", r.client_address AS "clientAddress" FROM (
       SELECT * FROM requests r WHERE r.institution_id = $1 AND r.request_id = $3 AND ($2::uuid IS NULL OR r.integration_id = $2)
       AND (r.time, r.id) < ($6, $7) AND r.time >= $4 AND r.time < $5
     ORDER BY r.time DESC, r.id DESC LIMIT 10000) AS r
     WHERE r.status BETWEEN $8 AND $9
       AND ($11::text IS NULL OR r.method = $11) AND ($12::text IS NULL OR r.route = $12)
     ORDER BY r.time DESC, r.id DESC LIMIT $10;

-- requests_list_own, $1 institutionId uuid, $2 integrationId uuid, $3 requestId text, $4 from timestamp(3) with time zone, $5 to timestamp(3) with time zone, $6 sort timestamp(3) with time zone, $7 id uuid, $8 statusFrom integer, $9 statusTo integer, $10 limit bigint, $11 method text, $12 route text
SELECT r.id, r.time, r.integration_id AS "integrationId", r.request_id AS "requestId", r.method, r.route, r.path, r.status, r.code, r.detail, r.errors, r.duration_ms AS "durationMs", r.bytes_in AS "bytesIn", r.bytes_out AS "bytesOut", r.is_replay AS "isReplay", r.rate_limit_remaining AS "rateLimitRemaining", r.user_agent AS "userAgent", r.client_address AS "clientAddress" FROM (
       SELECT * FROM requests r WHERE r.institution_id = $1 AND r.integration_id = $2 AND $3::text IS NULL
       AND (r.time, r.id) < ($6, $7) AND r.time >= $4 AND r.time < $5
     ORDER BY r.time DESC, r.id DESC LIMIT 10000) AS r
     WHERE r.status BETWEEN $8 AND $9
       AND ($11::text IS NULL OR r.method = $11) AND ($12::text IS NULL OR r.route = $12)
     ORDER BY r.time DESC, r.id DESC LIMIT $10;

-- requests_list_own_failed, $1 institutionId uuid, $2 integrationId uuid, $3 requestId text, $4 from timestamp(3) with time zone, $5 to timestamp(3) with time zone, $6 sort timestamp(3) with time zone, $7 id uuid, $8 statusFrom integer, $9 statusTo integer, $10 limit bigint, $11 method text, $12 route text
SELECT r.id, r.time, r.integration_id AS "integrationId", r.request_id AS "requestId", r.method, r.route, r.path, r.status, r.code, r.detail, r.errors, r.duration_ms AS "durationMs", r.bytes_in AS "bytesIn", r.bytes_out AS "bytesOut", r.is_replay AS "isReplay", r.rate_limit_remaining AS "rateLimitRemaining", r.user_agent AS "userAgent", r.client_address AS "clientAddress" FROM (
       SELECT * FROM requests r WHERE r.institution_id = $1 AND r.status >= 400 AND r.integration_id = $2 AND $3::text IS NULL
       AND (r.time, r.id) < ($6, $7) AND r.time >= $4 AND r.time < $5
     ORDER BY r.time DESC, r.id DESC LIMIT 10000) AS r
     WHERE r.status BETWEEN $8 AND $9
       AND ($11::text IS NULL OR r.method = $11) AND ($12::text IS NULL OR r.route = $12)
     ORDER BY r.time DESC, r.id DESC LIMIT $10;

-- secret_uses_list, $1 institutionId uuid, $2 integrationId uuid
SELECT u.integration_id AS "integrationId", u.hint, u.last_used_at AS "lastUsedAt" FROM secret_uses u
   WHERE u.institution_id = $1 AND ($2::uuid IS NULL OR u.integration_id = $2);

-- secret_uses_note, $1 institutionId uuid[], $2 integrationId uuid[], $3 hint text[], $4 at timestamp(3) with time zone[]
INSERT INTO secret_uses AS u (institution_id, integration_id, hint, last_used_at)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamp(3) with time zone[])
   ON CONFLICT (institution_id, integration_id, hint) DO UPDATE SET last_used_at = excluded.last_used_at
     WHERE excluded.last_used_at > u.last_used_at + interval '30 seconds';

-- usage_hours_add, $1 institutionId uuid[], $2 integrationId uuid[], $3 hour timestamp(3) with time zone[], $4 durations text[], $5 lost bigint[]
INSERT INTO usage_hours AS u (institution_id, integration_id, hour, durations, lost)
   SELECT institution_id, integration_id, hour, durations::integer[], lost
   FROM unnest($1::uuid[], $2::uuid[], $3::timestamp(3) with time zone[], $4::text[], $5::bigint[])
     AS added(institution_id, integration_id, hour, durations, lost)
   ON CONFLICT (institution_id, hour, integration_id) DO UPDATE SET lost = least(u.lost + excluded.lost, 9007199254740991),
     durations = ARRAY(SELECT least(coalesce(before, 0)::bigint + coalesce(added, 0), 2147483647)::integer
       FROM unnest(u.durations, excluded.durations) WITH ORDINALITY AS each(before, added, n) ORDER BY n);

-- usage_hours_usage, $1 institutionId uuid, $2 integrationId uuid, $3 from timestamp(3) with time zone, $4 to timestamp(3) with time zone, $5 unit text
WITH sums AS (
     SELECT date_trunc($5, u.hour, 'UTC')::timestamptz(3) AS start, u.status_class AS "statusClass", least(sum(u.requests), 9007199254740991)::bigint AS requests,
       least(sum(u.rate_limited), 9007199254740991)::bigint AS "rateLimited", least(sum(u.bytes_in), 9007199254740991)::bigint AS "bytesIn", least(sum(u.bytes_out), 9007199254740991)::bigint AS "bytesOut"
     FROM usage_routes u WHERE u.institution_id = $1 AND u.hour >= $3 AND u.hour < $4
     AND ($2::uuid IS NULL OR u.integration_id = $2) GROUP BY 1, 2
   ), hours AS (
     SELECT date_trunc($5, u.hour, 'UTC')::timestamptz(3) AS start, u.durations, u.lost FROM usage_hours u WHERE u.institution_id = $1 AND u.hour >= $3 AND u.hour < $4
     AND ($2::uuid IS NULL OR u.integration_id = $2)
   ), buckets AS (
     SELECT h.start, d.n, least(sum(d.count), 2147483647)::integer AS count
     FROM hours h CROSS JOIN LATERAL unnest(h.durations) WITH ORDINALITY AS d(count, n) GROUP BY h.start, d.n
   )
   SELECT start, coalesce(s.sums, '[]') AS sums, coalesce(b.durations, '{}') AS durations, coalesce(t.lost, 0) AS lost
   FROM (SELECT start, least(sum(lost), 9007199254740991)::bigint AS lost FROM hours GROUP BY start) AS t
   FULL JOIN (SELECT s.start, json_agg(s) AS sums FROM sums s GROUP BY s.start) AS s USING (start)
   LEFT JOIN (SELECT start, array_agg(count ORDER BY n) AS durations FROM buckets GROUP BY start) AS b USING (start)
   ORDER BY start;

-- usage_routes_add, $1 institutionId uuid[], $2 integrationId uuid[], $3 hour timestamp(3) with time zone[], $4 route text[], $5 statusClass integer[], $6 requests bigint[], $7 rateLimited bigint[], $8 bytesIn bigint[], $9 bytesOut bigint[]
INSERT INTO usage_routes AS u
     (institution_id, integration_id, hour, route, status_class, requests, rate_limited, bytes_in, bytes_out)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamp(3) with time zone[], $4::text[], $5::integer[], $6::bigint[],
     $7::bigint[], $8::bigint[], $9::bigint[])
   ON CONFLICT (institution_id, hour, integration_id, route, status_class) DO UPDATE SET
     requests = least(u.requests + excluded.requests, 9007199254740991), rate_limited = least(u.rate_limited + excluded.rate_limited, 9007199254740991), bytes_in = least(u.bytes_in + excluded.bytes_in, 9007199254740991), bytes_out = least(u.bytes_out + excluded.bytes_out, 9007199254740991);

-- usage_routes_by_integration, $1 institutionId uuid, $2 hour timestamp(3) with time zone, $3 lately timestamp(3) with time zone
SELECT s.integration_id AS "integrationId", s.requests, s.errors, s.rate_limited AS "rateLimited",
     CASE WHEN s.requests >= 500 THEN (
       SELECT min(l.rate_limit_remaining) FROM (
         SELECT r.rate_limit_remaining FROM requests r
         WHERE r.institution_id = $1 AND r.integration_id = s.integration_id AND r.time >= $3
         ORDER BY r.time DESC, r.id DESC LIMIT 1000) AS l) END AS "leastRemaining"
   FROM (
     SELECT u.integration_id, sum(u.requests)::bigint AS requests,
       coalesce(sum(u.requests) FILTER (WHERE u.status_class >= 4), 0)::bigint AS errors, sum(u.rate_limited)::bigint AS rate_limited
     FROM usage_routes u WHERE u.institution_id = $1 AND u.hour >= $2
     GROUP BY u.integration_id) AS s;
