-- The statements of timetracking, as they are sent to PostgreSQL. Written by `npm run tables:write`.

-- time_records_by_id, $1 institutionId uuid[], $2 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   CROSS JOIN LATERAL (SELECT t.id, t.user_id AS "userId", t.start_time AS "startTime", t.end_time AS "endTime", t.last_event_at AS "lastEventAt", t.pauses, t.timestamps, t.source, t.note, t.auto_closed AS "autoClosed", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM time_records t
   WHERE t.institution_id = k.institution_id AND t.id = k.id LIMIT 1) AS found;

-- time_records_conflicts, $1 institutionId uuid, $2 userIds uuid[], $3 starts timestamp(3) with time zone[], $4 ends timestamp(3) with time zone[], $5 except uuid
SELECT k.n::integer, r.id, r.user_id AS "userId", r.start_time AS "startTime", r.end_time AS "endTime", r.last_event_at AS "lastEventAt", r.pauses, r.timestamps, r.source, r.note, r.auto_closed AS "autoClosed", r.revision, r.created_at AS "createdAt", r.updated_at AS "updatedAt"
   FROM unnest($2::uuid[], $3::timestamp(3) with time zone[], $4::timestamp(3) with time zone[]) WITH ORDINALITY AS k(user_id, start_time, end_time, n)
   CROSS JOIN LATERAL (
     SELECT * FROM (
       (SELECT * FROM (
     SELECT * FROM time_records
     WHERE institution_id = $1 AND (user_id, start_time) <= (k.user_id, k.start_time) AND id IS DISTINCT FROM $5
     ORDER BY user_id DESC, start_time DESC LIMIT 1) AS last
   WHERE user_id = k.user_id)
       UNION ALL
       (SELECT * FROM time_records
        WHERE institution_id = $1 AND (user_id, start_time) > (k.user_id, k.start_time)
          AND (user_id, start_time) < (k.user_id, k.end_time) AND id IS DISTINCT FROM $5
        ORDER BY user_id, start_time LIMIT 1)
     ) near
     WHERE end_time IS NULL OR end_time > k.start_time
     ORDER BY start_time LIMIT 1
   ) r;

-- time_records_expect, $1 institutionId uuid, $2 userId uuid, $3 revision uuid
SELECT refuse_stale_write()
   WHERE (SELECT revision FROM (SELECT * FROM (
     SELECT * FROM time_records
     WHERE institution_id = $1 AND (user_id, start_time) <= ($2, 'infinity')
     ORDER BY user_id DESC, start_time DESC LIMIT 1) AS last
   WHERE user_id = $2) AS l) IS DISTINCT FROM $3;

-- time_records_insert_rows, $1 institutionId uuid, $2 id uuid[], $3 userId uuid[], $4 startTime timestamp(3) with time zone[], $5 endTime timestamp(3) with time zone[], $6 lastEventAt timestamp(3) with time zone[], $7 pauses jsonb[], $8 timestamps jsonb[], $9 source text[], $10 note text[], $11 autoClosed boolean[], $12 revision uuid[], $13 createdAt timestamp(3) with time zone[], $14 updatedAt timestamp(3) with time zone[]
WITH changed AS (INSERT INTO time_records (institution_id, id, user_id, start_time, end_time, last_event_at, pauses, timestamps, source, note, auto_closed, revision, created_at, updated_at)
   SELECT $1, v.id, v.user_id, v.start_time, v.end_time, v.last_event_at, v.pauses, v.timestamps, v.source, v.note, v.auto_closed, v.revision, v.created_at, v.updated_at FROM unnest($2::uuid[], $3::uuid[], $4::timestamp(3) with time zone[], $5::timestamp(3) with time zone[], $6::timestamp(3) with time zone[], $7::jsonb[], $8::jsonb[], $9::text[], $10::text[], $11::boolean[], $12::uuid[], $13::timestamp(3) with time zone[], $14::timestamp(3) with time zone[])
     AS v(id, user_id, start_time, end_time, last_event_at, pauses, timestamps, source, note, auto_closed, revision, created_at, updated_at)
     RETURNING time_records.institution_id AS institution_id, time_records.id, NULL::uuid AS before, time_records.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'time_record', changed.id, changed.before, changed.after, $15::timestamptz, $16::text, $17::text, $18::text, $19::uuid, $20::text, $21::text, $22::uuid FROM changed;

-- time_records_last, $1 institutionId uuid[], $2 userId uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, user_id, n)
   CROSS JOIN LATERAL (SELECT r.id, r.user_id AS "userId", r.start_time AS "startTime", r.end_time AS "endTime", r.last_event_at AS "lastEventAt", r.pauses, r.timestamps, r.source, r.note, r.auto_closed AS "autoClosed", r.revision, r.created_at AS "createdAt", r.updated_at AS "updatedAt" FROM (SELECT * FROM (
     SELECT * FROM time_records
     WHERE institution_id = k.institution_id AND (user_id, start_time) <= (k.user_id, 'infinity')
     ORDER BY user_id DESC, start_time DESC LIMIT 1) AS last
   WHERE user_id = k.user_id) AS r LIMIT 1) AS found;

-- time_records_list, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 userId uuid, $6 from timestamp(3) with time zone, $7 to timestamp(3) with time zone
SELECT r.id, r.user_id AS "userId", r.start_time AS "startTime", r.end_time AS "endTime", r.last_event_at AS "lastEventAt", r.pauses, r.timestamps, r.source, r.note, r.auto_closed AS "autoClosed", r.revision, r.created_at AS "createdAt", r.updated_at AS "updatedAt", r.has_next AS "hasNext" FROM (
    SELECT r.*, row_number() OVER page AS nth_row, lead(true) OVER page IS NOT NULL AS has_next,
      sum(700 + 80 * jsonb_array_length(r.pauses) + octet_length(r.timestamps::text) + coalesce(octet_length(r.note), 0)) OVER (page ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (SELECT t.* FROM (
        SELECT coalesce((SELECT start_time FROM (SELECT * FROM (
     SELECT * FROM time_records
     WHERE institution_id = $1 AND (user_id, start_time) <= ($5, $6)
     ORDER BY user_id DESC, start_time DESC LIMIT 1) AS last
   WHERE user_id = $5) AS b), '-infinity') AS start_time
      ) AS first CROSS JOIN LATERAL (
        SELECT * FROM time_records
        WHERE institution_id = $1 AND (user_id, start_time) < ($5, $7)
          AND (user_id, start_time, id) > ($5, greatest(first.start_time, $2),
            CASE WHEN first.start_time > $2 THEN '00000000-0000-0000-0000-000000000000'::uuid ELSE $3 END)
          AND end_time > $6 AND $6::timestamptz < $7::timestamptz
        ORDER BY user_id, start_time, id LIMIT $4) AS t) AS r
    WINDOW page AS (ORDER BY r.start_time, r.id)) AS r
  WHERE r.nth_row < $4 AND (r.bytes_before IS NULL OR r.bytes_before < 1048576)
  ORDER BY r.start_time, r.id;

-- time_records_lock_groups, $1 institutionIds text[], $2 userIds uuid[]
SELECT pg_advisory_xact_lock(key) AS locked FROM (
     SELECT DISTINCT hashtextextended(member.institution_id, hashtextextended(member.user_id::text, 0) & 255) AS key
     FROM unnest($1::text[], $2::uuid[]) AS member(institution_id, user_id)
     ORDER BY key OFFSET 0
   ) keys;

-- time_records_lock_member, $1 institutionIds text[], $2 userIds uuid[]
SELECT CASE WHEN is_group THEN pg_advisory_xact_lock_shared(key) ELSE pg_advisory_xact_lock(key) END AS locked FROM (
     SELECT DISTINCT is_group, key FROM unnest($1::text[], $2::uuid[]) AS member(institution_id, user_id),
     LATERAL (VALUES (true, hashtextextended(member.institution_id, hashtextextended(member.user_id::text, 0) & 255)), (false, hashtextextended(member.user_id::text, hashtextextended(member.institution_id, 0))))
       AS lock(is_group, key)
     ORDER BY is_group DESC, key OFFSET 0
   ) locks;

-- time_records_members_of_newest, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 from timestamp(3) with time zone, $6 to timestamp(3) with time zone, $7 now timestamp(3) with time zone
SELECT r.user_id AS "userId" FROM ((SELECT * FROM time_records
     WHERE institution_id = $1 AND (start_time, id) < (least($2::timestamptz, $6::timestamptz), CASE WHEN $6::timestamptz <= $2 THEN '00000000-0000-0000-0000-000000000000'::uuid ELSE $3 END) AND start_time >= ($5::timestamptz - interval '48:00:00') AND coalesce(end_time, $7::timestamptz) > $5
     ORDER BY start_time DESC, id DESC LIMIT $4)
   UNION ALL (SELECT * FROM time_records
     WHERE institution_id = $1 AND (start_time, id) < (least($2::timestamptz, least($6::timestamptz, ($5::timestamptz - interval '48:00:00'))::timestamptz), CASE WHEN least($6::timestamptz, ($5::timestamptz - interval '48:00:00'))::timestamptz <= $2 THEN '00000000-0000-0000-0000-000000000000'::uuid ELSE $3 END) AND end_time - start_time > '48:00:00'::interval AND coalesce(end_time, $7::timestamptz) > $5
     ORDER BY start_time DESC, id DESC LIMIT $4)
   UNION ALL (SELECT * FROM time_records
     WHERE institution_id = $1 AND (start_time, id) < (least($2::timestamptz, least($6::timestamptz, ($5::timestamptz - interval '48:00:00'))::timestamptz), CASE WHEN least($6::timestamptz, ($5::timestamptz - interval '48:00:00'))::timestamptz <= $2 THEN '00000000-0000-0000-0000-000000000000'::uuid ELSE $3 END) AND end_time IS NULL AND coalesce(end_time, $7::timestamptz) > $5
     ORDER BY start_time DESC, id DESC LIMIT $4)) AS r ORDER BY r.start_time DESC, r.id DESC LIMIT $4;

-- time_records_newest, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 from timestamp(3) with time zone, $6 to timestamp(3) with time zone, $7 now timestamp(3) with time zone
SELECT r.id, r.user_id AS "userId", r.start_time AS "startTime", r.end_time AS "endTime", r.last_event_at AS "lastEventAt", r.pauses, r.timestamps, r.source, r.note, r.auto_closed AS "autoClosed", r.revision, r.created_at AS "createdAt", r.updated_at AS "updatedAt", r.has_next AS "hasNext" FROM (
    SELECT r.*, row_number() OVER page AS nth_row, lead(true) OVER page IS NOT NULL AS has_next,
      sum(700 + 80 * jsonb_array_length(r.pauses) + octet_length(r.timestamps::text) + coalesce(octet_length(r.note), 0)) OVER (page ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (SELECT * FROM ((SELECT * FROM time_records
     WHERE institution_id = $1 AND (start_time, id) < (least($2::timestamptz, $6::timestamptz), CASE WHEN $6::timestamptz <= $2 THEN '00000000-0000-0000-0000-000000000000'::uuid ELSE $3 END) AND start_time >= ($5::timestamptz - interval '48:00:00') AND coalesce(end_time, $7::timestamptz) > $5
     ORDER BY start_time DESC, id DESC LIMIT $4)
   UNION ALL (SELECT * FROM time_records
     WHERE institution_id = $1 AND (start_time, id) < (least($2::timestamptz, least($6::timestamptz, ($5::timestamptz - interval '48:00:00'))::timestamptz), CASE WHEN least($6::timestamptz, ($5::timestamptz - interval '48:00:00'))::timestamptz <= $2 THEN '00000000-0000-0000-0000-000000000000'::uuid ELSE $3 END) AND end_time - start_time > '48:00:00'::interval AND coalesce(end_time, $7::timestamptz) > $5
     ORDER BY start_time DESC, id DESC LIMIT $4)
   UNION ALL (SELECT * FROM time_records
     WHERE institution_id = $1 AND (start_time, id) < (least($2::timestamptz, least($6::timestamptz, ($5::timestamptz - interval '48:00:00'))::timestamptz), CASE WHEN least($6::timestamptz, ($5::timestamptz - interval '48:00:00'))::timestamptz <= $2 THEN '00000000-0000-0000-0000-000000000000'::uuid ELSE $3 END) AND end_time IS NULL AND coalesce(end_time, $7::timestamptz) > $5
     ORDER BY start_time DESC, id DESC LIMIT $4)) AS near ORDER BY start_time DESC, id DESC LIMIT $4) AS r
    WINDOW page AS (ORDER BY r.start_time DESC, r.id DESC)) AS r
  WHERE r.nth_row < $4 AND (r.bytes_before IS NULL OR r.bytes_before < 1048576)
  ORDER BY r.start_time DESC, r.id DESC;

-- time_records_newest_auto_closed, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 from timestamp(3) with time zone, $6 to timestamp(3) with time zone, $7 now timestamp(3) with time zone
SELECT r.id, r.user_id AS "userId", r.start_time AS "startTime", r.end_time AS "endTime", r.last_event_at AS "lastEventAt", r.pauses, r.timestamps, r.source, r.note, r.auto_closed AS "autoClosed", r.revision, r.created_at AS "createdAt", r.updated_at AS "updatedAt", r.has_next AS "hasNext" FROM (
    SELECT r.*, row_number() OVER page AS nth_row, lead(true) OVER page IS NOT NULL AS has_next,
      sum(700 + 80 * jsonb_array_length(r.pauses) + octet_length(r.timestamps::text) + coalesce(octet_length(r.note), 0)) OVER (page ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (SELECT * FROM ((SELECT * FROM time_records
     WHERE institution_id = $1 AND (start_time, id) < (least($2::timestamptz, $6::timestamptz), CASE WHEN $6::timestamptz <= $2 THEN '00000000-0000-0000-0000-000000000000'::uuid ELSE $3 END) AND auto_closed AND start_time >= ($5::timestamptz - interval '48:00:00') AND coalesce(end_time, $7::timestamptz) > $5
     ORDER BY start_time DESC, id DESC LIMIT $4)) AS near ORDER BY start_time DESC, id DESC LIMIT $4) AS r
    WINDOW page AS (ORDER BY r.start_time DESC, r.id DESC)) AS r
  WHERE r.nth_row < $4 AND (r.bytes_before IS NULL OR r.bytes_before < 1048576)
  ORDER BY r.start_time DESC, r.id DESC;

-- time_records_newest_of_one, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 from timestamp(3) with time zone, $6 to timestamp(3) with time zone, $7 now timestamp(3) with time zone, $8 userId uuid, $9 listed text
SELECT r.id, r.user_id AS "userId", r.start_time AS "startTime", r.end_time AS "endTime", r.last_event_at AS "lastEventAt", r.pauses, r.timestamps, r.source, r.note, r.auto_closed AS "autoClosed", r.revision, r.created_at AS "createdAt", r.updated_at AS "updatedAt", r.has_next AS "hasNext" FROM (
    SELECT r.*, row_number() OVER page AS nth_row, lead(true) OVER page IS NOT NULL AS has_next,
      sum(700 + 80 * jsonb_array_length(r.pauses) + octet_length(r.timestamps::text) + coalesce(octet_length(r.note), 0)) OVER (page ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (SELECT t.* FROM (SELECT coalesce((SELECT start_time FROM (SELECT * FROM (
     SELECT * FROM time_records
     WHERE institution_id = $1 AND (user_id, start_time) <= ($8, $5)
     ORDER BY user_id DESC, start_time DESC LIMIT 1) AS last
   WHERE user_id = $8) AS b), '-infinity') AS start_time) AS first CROSS JOIN LATERAL (
        SELECT * FROM time_records
        WHERE institution_id = $1 AND (user_id, start_time, id) < ($8, least($2::timestamptz, $6::timestamptz), CASE WHEN $6::timestamptz <= $2 THEN '00000000-0000-0000-0000-000000000000'::uuid ELSE $3 END)
          AND (user_id, start_time) >= ($8, first.start_time)
          AND coalesce(end_time, $7::timestamptz) > $5 AND CASE $9 WHEN 'open' THEN end_time IS NULL WHEN 'auto_closed' THEN auto_closed ELSE true END
        ORDER BY user_id DESC, start_time DESC, id DESC LIMIT $4) AS t) AS r
    WINDOW page AS (ORDER BY r.start_time DESC, r.id DESC)) AS r
  WHERE r.nth_row < $4 AND (r.bytes_before IS NULL OR r.bytes_before < 1048576)
  ORDER BY r.start_time DESC, r.id DESC;

-- time_records_newest_open, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 from timestamp(3) with time zone, $6 to timestamp(3) with time zone, $7 now timestamp(3) with time zone
SELECT r.id, r.user_id AS "userId", r.start_time AS "startTime", r.end_time AS "endTime", r.last_event_at AS "lastEventAt", r.pauses, r.timestamps, r.source, r.note, r.auto_closed AS "autoClosed", r.revision, r.created_at AS "createdAt", r.updated_at AS "updatedAt", r.has_next AS "hasNext" FROM (
    SELECT r.*, row_number() OVER page AS nth_row, lead(true) OVER page IS NOT NULL AS has_next,
      sum(700 + 80 * jsonb_array_length(r.pauses) + octet_length(r.timestamps::text) + coalesce(octet_length(r.note), 0)) OVER (page ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (SELECT * FROM ((SELECT * FROM time_records
     WHERE institution_id = $1 AND (start_time, id) < (least($2::timestamptz, $6::timestamptz), CASE WHEN $6::timestamptz <= $2 THEN '00000000-0000-0000-0000-000000000000'::uuid ELSE $3 END) AND end_time IS NULL AND coalesce(end_time, $7::timestamptz) > $5
     ORDER BY start_time DESC, id DESC LIMIT $4)) AS near ORDER BY start_time DESC, id DESC LIMIT $4) AS r
    WINDOW page AS (ORDER BY r.start_time DESC, r.id DESC)) AS r
  WHERE r.nth_row < $4 AND (r.bytes_before IS NULL OR r.bytes_before < 1048576)
  ORDER BY r.start_time DESC, r.id DESC;

-- time_records_of_members, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 from timestamp(3) with time zone, $6 to timestamp(3) with time zone, $7 now timestamp(3) with time zone, $8 userIds uuid[], $9 listed text
SELECT r.id, r.user_id AS "userId", r.start_time AS "startTime", r.end_time AS "endTime", r.last_event_at AS "lastEventAt", r.pauses, r.timestamps, r.source, r.note, r.auto_closed AS "autoClosed", r.revision, r.created_at AS "createdAt", r.updated_at AS "updatedAt", r.has_next AS "hasNext" FROM (
    SELECT r.*, row_number() OVER page AS nth_row, lead(true) OVER page IS NOT NULL AS has_next,
      sum(200 + 80 * jsonb_array_length(r.pauses) + coalesce(octet_length(r.note), 0)) OVER (page ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (SELECT t.*, k.n FROM unnest($8::uuid[]) WITH ORDINALITY AS k(user_id, n) CROSS JOIN LATERAL (
        SELECT * FROM time_records
        WHERE institution_id = $1 AND (user_id, start_time) < (k.user_id, $6)
          AND (user_id, start_time) >= (k.user_id, greatest(coalesce((SELECT start_time FROM (SELECT * FROM (
     SELECT * FROM time_records
     WHERE institution_id = $1 AND (user_id, start_time) <= (k.user_id, $5)
     ORDER BY user_id DESC, start_time DESC LIMIT 1) AS last
   WHERE user_id = k.user_id) AS b), '-infinity'), CASE k.n WHEN 1 THEN $2::timestamptz ELSE '-infinity' END))
          AND (k.n > 1 OR (start_time, id) > ($2, $3))
          AND coalesce(end_time, $7::timestamptz) > $5 AND CASE $9 WHEN 'open' THEN end_time IS NULL WHEN 'auto_closed' THEN auto_closed ELSE true END
        ORDER BY user_id, start_time, id LIMIT $4) AS t
        ORDER BY k.n, t.start_time, t.id LIMIT $4) AS r
    WINDOW page AS (ORDER BY r.n, r.start_time, r.id)) AS r
  WHERE r.nth_row < $4 AND (r.bytes_before IS NULL OR r.bytes_before < 1048576)
  ORDER BY r.n, r.start_time, r.id;

-- time_records_tracked_time, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 from timestamp(3) with time zone, $6 to timestamp(3) with time zone, $7 userId uuid
SELECT r.id, r.start_time AS "startTime", r.end_time AS "endTime", r.pauses, r.auto_closed AS "autoClosed", r.has_next AS "hasNext" FROM (
    SELECT r.*, row_number() OVER page AS nth_row, lead(true) OVER page IS NOT NULL AS has_next,
      sum(100 + 70 * jsonb_array_length(r.pauses)) OVER (page ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM ((SELECT t.* FROM (
        SELECT coalesce((SELECT start_time FROM (SELECT * FROM (
     SELECT * FROM time_records
     WHERE institution_id = $1 AND (user_id, start_time) <= ($7, $5)
     ORDER BY user_id DESC, start_time DESC LIMIT 1) AS last
   WHERE user_id = $7) AS b), '-infinity') AS start_time
      ) AS first CROSS JOIN LATERAL (
        SELECT * FROM time_records
        WHERE institution_id = $1 AND (user_id, start_time) < ($7, $6)
          AND (user_id, start_time) >= ($7, greatest(first.start_time, $2))
          AND (start_time, id) > ($2, $3) AND coalesce(end_time, 'infinity') > $5
        ORDER BY user_id, start_time, id LIMIT $4) AS t)
      UNION ALL
      (SELECT l.* FROM (SELECT * FROM (
     SELECT * FROM time_records
     WHERE institution_id = $1 AND (user_id, start_time) <= ($7, 'infinity')
     ORDER BY user_id DESC, start_time DESC LIMIT 1) AS last
   WHERE user_id = $7) AS l
       WHERE l.end_time IS NULL AND l.start_time >= $6 AND (l.start_time, l.id) > ($2, $3))) AS r
    WINDOW page AS (ORDER BY r.start_time, r.id)) AS r
  WHERE r.nth_row < $4 AND (r.bytes_before IS NULL OR r.bytes_before < 1048576)
  ORDER BY r.start_time, r.id;

-- time_records_tracked_time_of_members, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 from timestamp(3) with time zone, $6 to timestamp(3) with time zone, $7 userIds uuid[]
SELECT r.user_id AS "userId", r.id, r.start_time AS "startTime", r.end_time AS "endTime", r.pauses, r.auto_closed AS "autoClosed"
   FROM unnest($7::uuid[]) AS k(user_id) CROSS JOIN LATERAL ((SELECT t.* FROM (
        SELECT coalesce((SELECT start_time FROM (SELECT * FROM (
     SELECT * FROM time_records
     WHERE institution_id = $1 AND (user_id, start_time) <= (k.user_id, $5)
     ORDER BY user_id DESC, start_time DESC LIMIT 1) AS last
   WHERE user_id = k.user_id) AS b), '-infinity') AS start_time
      ) AS first CROSS JOIN LATERAL (
        SELECT * FROM time_records
        WHERE institution_id = $1 AND (user_id, start_time) < (k.user_id, $6)
          AND (user_id, start_time) >= (k.user_id, greatest(first.start_time, $2))
          AND (start_time, id) > ($2, $3) AND coalesce(end_time, 'infinity') > $5
        ORDER BY user_id, start_time, id LIMIT $4) AS t)
      UNION ALL
      (SELECT l.* FROM (SELECT * FROM (
     SELECT * FROM time_records
     WHERE institution_id = $1 AND (user_id, start_time) <= (k.user_id, 'infinity')
     ORDER BY user_id DESC, start_time DESC LIMIT 1) AS last
   WHERE user_id = k.user_id) AS l
       WHERE l.end_time IS NULL AND l.start_time >= $6 AND (l.start_time, l.id) > ($2, $3)) ORDER BY start_time, id) AS r
   ORDER BY r.user_id, r.start_time, r.id LIMIT $4;

-- time_records_update, $1 institutionId uuid, $2 id uuid, $3 startTime timestamp(3) with time zone, $4 endTime timestamp(3) with time zone, $5 lastEventAt timestamp(3) with time zone, $6 pauses jsonb, $7 timestamps jsonb, $8 note text, $9 autoClosed boolean, $10 revision uuid, $11 updatedAt timestamp(3) with time zone
WITH changed AS (UPDATE time_records SET start_time = $3, end_time = $4, last_event_at = $5, pauses = $6, timestamps = $7, note = $8, auto_closed = $9, revision = $10, updated_at = greatest(time_records.updated_at, $11)
   WHERE institution_id = $1 AND id = $2
     RETURNING time_records.institution_id AS institution_id, time_records.id, NULL::uuid AS before, time_records.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'time_record', changed.id, prior.revision, changed.after, $12::timestamptz, $13::text, $14::text, $15::text, $16::uuid, $17::text, $18::text, $19::uuid FROM changed JOIN time_records prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- timestamp_templates_by_id, $1 institutionId uuid[], $2 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   CROSS JOIN LATERAL (SELECT t.id, t.label, t.color, t.position FROM timestamp_templates t
   WHERE t.institution_id = k.institution_id AND t.id = k.id LIMIT 1) AS found;

-- timestamp_templates_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 label text[], $7 color text[], $8 position integer[], $9 revision uuid[]
WITH changed AS (INSERT INTO timestamp_templates (institution_id, created_at, updated_at, id, ref, label, color, position, revision)
   SELECT $1, $2, $3, v.id, v.ref, v.label, v.color, v.position, v.revision FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::integer[], $9::uuid[])
     AS v(id, ref, label, color, position, revision)
     RETURNING timestamp_templates.institution_id AS institution_id, timestamp_templates.id, NULL::uuid AS before, timestamp_templates.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'timestamp_template', changed.id, changed.before, changed.after, $10::timestamptz, $11::text, $12::text, $13::text, $14::uuid, $15::text, $16::text, $17::uuid FROM changed;

-- timestamp_templates_list, $1 institutionId uuid, $2 sort integer, $3 id uuid, $4 limit bigint
SELECT * FROM (SELECT t.id, t.label, t.color, t.position FROM timestamp_templates t
       WHERE t.institution_id = $1 AND (t.position, t.id) > ($2, $3)
       ORDER BY t.position, t.id LIMIT 501) AS limited LIMIT $4;

-- timestamp_templates_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.label, t.color, t.position FROM timestamp_templates t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- timestamp_templates_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 label text[], $5 color text[], $6 position integer[], $7 revision uuid[]
WITH changed AS (UPDATE timestamp_templates t SET updated_at = greatest(t.updated_at, $2), label = v.label, color = v.color, position = v.position, revision = v.revision
   FROM unnest($3::uuid[], $4::text[], $5::text[], $6::integer[], $7::uuid[])
     AS v(id, label, color, position, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'timestamp_template', changed.id, prior.revision, changed.after, $8::timestamptz, $9::text, $10::text, $11::text, $12::uuid, $13::text, $14::text, $15::uuid FROM changed JOIN timestamp_templates prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;
