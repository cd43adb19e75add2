-- The statements of activity, as they are sent to PostgreSQL. Written by `npm run tables:write`.

-- named_requests_insert, $1 institutionId uuid[], $2 integrationId uuid[], $3 second timestamp(3) with time zone[], $4 requestId text[]
INSERT INTO named_requests (institution_id, integration_id, second, request_id)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamp(3) with time zone[], $4::text[])
   ON CONFLICT DO NOTHING;

-- recorded_batches_claim, $1 id uuid, $2 at timestamp(3) with time zone
INSERT INTO recorded_batches (id, recorded_at) VALUES ($1, $2)
   ON CONFLICT (id) DO NOTHING RETURNING id;

-- recorded_batches_remove_expired, $1 before timestamp(3) with time zone, $2 limit bigint
DELETE FROM recorded_batches WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM recorded_batches WHERE recorded_at <= $1 ORDER BY recorded_at LIMIT $2))
     AND recorded_at <= $1 RETURNING 1 AS removed;

-- request_chunks_by_minute, $1 institutionId uuid, $2 integrationId uuid, $3 first timestamp(3) with time zone, $4 last timestamp(3) with time zone
SELECT m.start::timestamptz(3) AS start, coalesce(c.requests, 0)::integer AS requests
   FROM generate_series($3::timestamptz, $4::timestamptz, interval '1 minute') AS m(start)
   LEFT JOIN (
     SELECT date_trunc('minute', c.second) AS start, sum(c.count) AS requests FROM request_chunks c
     WHERE c.institution_id = $1 AND c.integration_id = $2
       AND c.second >= $3 AND c.second < $4::timestamptz + interval '1 minute'
     GROUP BY 1) AS c USING (start)
   ORDER BY m.start;

-- request_chunks_insert, $1 institutionId uuid[], $2 integrationId uuid[], $3 second timestamp(3) with time zone[], $4 id uuid[], $5 isFailed boolean[], $6 count integer[], $7 leastRemaining integer[], $8 requests bytea[]
INSERT INTO request_chunks
     (institution_id, integration_id, second, id, is_failed, count, least_remaining, requests)
   SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamp(3) with time zone[], $4::uuid[], $5::boolean[], $6::integer[],
     $7::integer[], $8::bytea[]);

-- request_chunks_list_all, $1 institutionId uuid, $2 integrationId uuid, $3 requestId text, $4 first timestamp(3) with time zone, $5 last timestamp(3) with time zone, $6 seconds timestamp(3) with time zone[], $7 scanned bigint
WITH lowest AS MATERIALIZED (
       SELECT l.second, EXISTS (
           SELECT FROM request_chunks o WHERE o.institution_id = $1 AND $2::uuid IS NULL AND $3::text IS NULL AND cardinality($6::timestamp(3) with time zone[]) = 0 AND o.second >= $4 AND o.second < l.second
         ) AS "hasOlder"
       FROM (
         SELECT coalesce(max(t.second) FILTER (WHERE t.total >= $7), $4) AS second
         FROM (
           SELECT n.second, sum(n.count) OVER (ORDER BY n.second DESC) AS total
           FROM (
             SELECT n.second, n.count FROM request_chunks n
             WHERE n.institution_id = $1 AND $2::uuid IS NULL AND $3::text IS NULL AND cardinality($6::timestamp(3) with time zone[]) = 0 AND n.second >= $4 AND n.second < $5
             ORDER BY n.second DESC LIMIT $7) AS n) AS t) AS l)
     SELECT c.second, c.integration_id AS "integrationId", c.requests, lowest."hasOlder"
     FROM lowest JOIN request_chunks c ON c.second >= lowest.second AND c.second <= $5
     WHERE c.institution_id = $1 AND $2::uuid IS NULL AND $3::text IS NULL AND cardinality($6::timestamp(3) with time zone[]) = 0 ORDER BY c.second DESC;

-- request_chunks_list_failed, $1 institutionId uuid, $2 integrationId uuid, $3 requestId text, $4 first timestamp(3) with time zone, $5 last timestamp(3) with time zone, $6 seconds timestamp(3) with time zone[], $7 scanned bigint
WITH lowest AS MATERIALIZED (
       SELECT l.second, EXISTS (
           SELECT FROM request_chunks o WHERE o.is_failed AND o.institution_id = $1 AND $2::uuid IS NULL AND $3::text IS NULL AND cardinality($6::timestamp(3) with time zone[]) = 0 AND o.second >= $4 AND o.second < l.second
         ) AS "hasOlder"
       FROM (
         SELECT coalesce(max(t.second) FILTER (WHERE t.total >= $7), $4) AS second
         FROM (
           SELECT n.second, sum(n.count) OVER (ORDER BY n.second DESC) AS total
           FROM (
             SELECT n.second, n.count FROM request_chunks n
             WHERE n.is_failed AND n.institution_id = $1 AND $2::uuid IS NULL AND $3::text IS NULL AND cardinality($6::timestamp(3) with time zone[]) = 0 AND n.second >= $4 AND n.second < $5
             ORDER BY n.second DESC LIMIT $7) AS n) AS t) AS l)
     SELECT c.second, c.integration_id AS "integrationId", c.requests, lowest."hasOlder"
     FROM lowest JOIN request_chunks c ON c.second >= lowest.second AND c.second <= $5
     WHERE c.is_failed AND c.institution_id = $1 AND $2::uuid IS NULL AND $3::text IS NULL AND cardinality($6::timestamp(3) with time zone[]) = 0 ORDER BY c.second DESC;

-- request_chunks_list_named, $1 institutionId uuid, $2 integrationId uuid, $3 requestId text, $4 first timestamp(3) with time zone, $5 last timestamp(3) with time zone, $6 seconds timestamp(3) with time zone[], $7 scanned bigint
WITH lowest AS MATERIALIZED (
       SELECT l.second, EXISTS (
           SELECT FROM request_chunks o WHERE o.institution_id = $1
       AND ($2::uuid IS NULL OR o.integration_id = $2)
       AND o.second = ANY(ARRAY(
         SELECT m.second FROM named_requests m
         WHERE m.institution_id = $1 AND m.request_id = $3
           AND ($2::uuid IS NULL OR m.integration_id = $2)
           AND m.second >= $4 AND m.second <= $5
         ORDER BY m.second DESC LIMIT $7) || $6::timestamp(3) with time zone[]) AND o.second >= $4 AND o.second < l.second
         ) AS "hasOlder"
       FROM (
         SELECT coalesce(max(t.second) FILTER (WHERE t.total >= $7), $4) AS second
         FROM (
           SELECT n.second, sum(n.count) OVER (ORDER BY n.second DESC) AS total
           FROM (
             SELECT n.second, n.count FROM request_chunks n
             WHERE n.institution_id = $1
       AND ($2::uuid IS NULL OR n.integration_id = $2)
       AND n.second = ANY(ARRAY(
         SELECT m.second FROM named_requests m
         WHERE m.institution_id = $1 AND m.request_id = $3
           AND ($2::uuid IS NULL OR m.integration_id = $2)
           AND m.second >= $4 AND m.second <= $5
         ORDER BY m.second DESC LIMIT $7) || $6::timestamp(3) with time zone[]) AND n.second >= $4 AND n.second < $5
             ORDER BY n.second DESC LIMIT $7) AS n) AS t) AS l)
     SELECT c.second, c.integration_id AS "integrationId", c.requests, lowest."hasOlder"
     FROM lowest JOIN request_chunks c ON c.second >= lowest.second AND c.second <= $5
     WHERE c.institution_id = $1
       AND ($2::uuid IS NULL OR c.integration_id = $2)
       AND c.second = ANY(ARRAY(
         SELECT m.second FROM named_requests m
         WHERE m.institution_id = $1 AND m.request_id = $3
           AND ($2::uuid IS NULL OR m.integration_id = $2)
           AND m.second >= $4 AND m.second <= $5
         ORDER BY m.second DESC LIMIT $7) || $6::timestamp(3) with time zone[]) ORDER BY c.second DESC;

-- request_chunks_list_own, $1 institutionId uuid, $2 integrationId uuid, $3 requestId text, $4 first timestamp(3) with time zone, $5 last timestamp(3) with time zone, $6 seconds timestamp(3) with time zone[], $7 scanned bigint
WITH lowest AS MATERIALIZED (
       SELECT l.second, EXISTS (
           SELECT FROM request_chunks o WHERE o.institution_id = $1 AND o.integration_id = $2 AND $3::text IS NULL AND cardinality($6::timestamp(3) with time zone[]) = 0 AND o.second >= $4 AND o.second < l.second
         ) AS "hasOlder"
       FROM (
         SELECT coalesce(max(t.second) FILTER (WHERE t.total >= $7), $4) AS second
         FROM (
           SELECT n.second, sum(n.count) OVER (ORDER BY n.second DESC) AS total
           FROM (
             SELECT n.second, n.count FROM request_chunks n
             WHERE n.institution_id = $1 AND n.integration_id = $2 AND $3::text IS NULL AND cardinality($6::timestamp(3) with time zone[]) = 0 AND n.second >= $4 AND n.second < $5
             ORDER BY n.second DESC LIMIT $7) AS n) AS t) AS l)
     SELECT c.second, c.integration_id AS "integrationId", c.requests, lowest."hasOlder"
     FROM lowest JOIN request_chunks c ON c.second >= lowest.second AND c.second <= $5
     WHERE c.institution_id = $1 AND c.integration_id = $2 AND $3::text IS NULL AND cardinality($6::timestamp(3) with time zone[]) = 0 ORDER BY c.second DESC;

-- request_chunks_list_own_failed, $1 institutionId uuid, $2 integrationId uuid, $3 requestId text, $4 first timestamp(3) with time zone, $5 last timestamp(3) with time zone, $6 seconds timestamp(3) with time zone[], $7 scanned bigint
WITH lowest AS MATERIALIZED (
       SELECT l.second, EXISTS (
           SELECT FROM request_chunks o WHERE o.is_failed AND o.institution_id = $1 AND o.integration_id = $2 AND $3::text IS NULL AND cardinality($6::timestamp(3) with time zone[]) = 0 AND o.second >= $4 AND o.second < l.second
         ) AS "hasOlder"
       FROM (
         SELECT coalesce(max(t.second) FILTER (WHERE t.total >= $7), $4) AS second
         FROM (
           SELECT n.second, sum(n.count) OVER (ORDER BY n.second DESC) AS total
           FROM (
             SELECT n.second, n.count FROM request_chunks n
             WHERE n.is_failed AND n.institution_id = $1 AND n.integration_id = $2 AND $3::text IS NULL AND cardinality($6::timestamp(3) with time zone[]) = 0 AND n.second >= $4 AND n.second < $5
             ORDER BY n.second DESC LIMIT $7) AS n) AS t) AS l)
     SELECT c.second, c.integration_id AS "integrationId", c.requests, lowest."hasOlder"
     FROM lowest JOIN request_chunks c ON c.second >= lowest.second AND c.second <= $5
     WHERE c.is_failed AND c.institution_id = $1 AND c.integration_id = $2 AND $3::text IS NULL AND cardinality($6::timestamp(3) with time zone[]) = 0 ORDER BY c.second DESC;

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
       SELECT min(l.least_remaining) FROM (
         SELECT c.least_remaining FROM request_chunks c
         WHERE c.institution_id = $1 AND c.integration_id = s.integration_id AND c.second >= $3
         ORDER BY c.second DESC LIMIT 1000) AS l) END AS "leastRemaining"
   FROM (
     SELECT u.integration_id, sum(u.requests)::bigint AS requests,
       coalesce(sum(u.requests) FILTER (WHERE u.status_class >= 4), 0)::bigint AS errors, sum(u.rate_limited)::bigint AS rate_limited
     FROM usage_routes u WHERE u.institution_id = $1 AND u.hour >= $2
     GROUP BY u.integration_id) AS s;
