-- The statements of directory, as they are sent to PostgreSQL. Written by `npm run tables:write`.

-- administrator_counts_add, $1 institutionId uuid, $2 more integer
INSERT INTO administrator_counts AS c (institution_id, administrators)
   VALUES ($1, greatest($2, 0))
   ON CONFLICT (institution_id) DO UPDATE SET administrators = greatest(c.administrators + $2, 0);

-- administrator_sessions_by_token_hash, $1 tokenHash bytea[]
SELECT k.n, found.* FROM unnest($1::bytea[]) WITH ORDINALITY AS k(token_hash, n)
   CROSS JOIN LATERAL (SELECT t.institution_id AS "institutionId", t.id, t.user_id AS "userId", t.last_used_at AS "lastUsedAt", t.expires_at AS "expiresAt", u.name AS "userName",
     i.name AS "institutionName", i.ref AS "institutionRef", i.time_tracking_timezone AS "timeZone"
   FROM administrator_sessions t
   JOIN users u ON u.institution_id = t.institution_id AND u.id = t.user_id AND NOT u.is_archived
   JOIN institutions i ON i.id = t.institution_id
   WHERE t.token_hash = k.token_hash LIMIT 1) AS found;

-- administrator_sessions_delete, $1 institutionId uuid, $2 userId uuid, $3 id uuid
DELETE FROM administrator_sessions
   WHERE institution_id = $1 AND user_id = $2 AND id = coalesce($3, id) RETURNING id;

-- administrator_sessions_insert, $1 institutionId uuid, $2 id uuid, $3 userId uuid, $4 tokenHash bytea, $5 method text, $6 userAgent text, $7 address text, $8 createdAt timestamp(3) with time zone, $9 lastUsedAt timestamp(3) with time zone, $10 expiresAt timestamp(3) with time zone
INSERT INTO administrator_sessions (institution_id, id, user_id, token_hash, method, user_agent, address, created_at, last_used_at, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);

-- administrator_sessions_list, $1 institutionId uuid, $2 userId uuid
SELECT s.id, s.method, s.user_agent AS "userAgent", s.address, s.created_at AS "createdAt", s.last_used_at AS "lastUsedAt", s.expires_at AS "expiresAt" FROM administrator_sessions s
   WHERE s.institution_id = $1 AND s.user_id = $2 ORDER BY s.created_at DESC, s.id DESC;

-- administrator_sessions_remove_expired, $1 before timestamp(3) with time zone, $2 limit bigint
DELETE FROM administrator_sessions WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM administrator_sessions WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2))
     AND expires_at <= $1 RETURNING 1 AS removed;

-- administrator_sessions_use, $1 institutionId uuid, $2 id uuid, $3 lastUsedAt timestamp(3) with time zone
UPDATE administrator_sessions SET last_used_at = $3
   WHERE institution_id = $1 AND id = $2 AND last_used_at < $3;

-- administrators_delete_rows, $1 institutionId uuid, $2 ids uuid[]
WITH changed AS (DELETE FROM administrators WHERE institution_id = $1 AND id = ANY($2)
     RETURNING administrators.institution_id AS institution_id, administrators.id, administrators.revision AS before, NULL::uuid AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'administrator', changed.id, changed.before, changed.after, $3::timestamptz, $4::text, $5::text, $6::text, $7::uuid, $8::text, $9::text, $10::uuid FROM changed;

-- administrators_insert, $1 institutionId uuid, $2 id uuid, $3 createdBy uuid, $4 lastSignedInAt timestamp(3) with time zone, $5 createdAt timestamp(3) with time zone, $6 revision uuid
WITH changed AS (INSERT INTO administrators (institution_id, id, created_by, last_signed_in_at, created_at, revision)
   VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING administrators.institution_id AS institution_id, administrators.id, NULL::uuid AS before, administrators.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'administrator', changed.id, changed.before, changed.after, $7::timestamptz, $8::text, $9::text, $10::text, $11::uuid, $12::text, $13::text, $14::uuid FROM changed;

-- administrators_list, $1 institutionId uuid
SELECT a.id, a.created_by AS "createdBy", a.last_signed_in_at AS "lastSignedInAt", a.created_at AS "createdAt", u.name, u.email, u.is_archived AS "isArchived"
   FROM administrators a JOIN users u ON u.institution_id = a.institution_id AND u.id = a.id
   WHERE a.institution_id = $1 ORDER BY a.created_at, a.id;

-- administrators_lock, $1 institutionId uuid, $2 id uuid
SELECT t.institution_id AS "institutionId", t.id, t.created_by AS "createdBy", t.last_signed_in_at AS "lastSignedInAt", t.created_at AS "createdAt", t.revision FROM administrators t
   WHERE t.institution_id = $1 AND t.id = $2 FOR NO KEY UPDATE;

-- administrators_update, $1 institutionId uuid, $2 id uuid, $3 createdBy uuid, $4 lastSignedInAt timestamp(3) with time zone, $5 createdAt timestamp(3) with time zone, $6 revision uuid
WITH changed AS (UPDATE administrators SET created_by = $3, last_signed_in_at = $4, created_at = $5, revision = $6
   WHERE institution_id = $1 AND id = $2
     RETURNING administrators.institution_id AS institution_id, administrators.id, NULL::uuid AS before, administrators.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'administrator', changed.id, prior.revision, changed.after, $7::timestamptz, $8::text, $9::text, $10::text, $11::uuid, $12::text, $13::text, $14::uuid FROM changed JOIN administrators prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- calendar_feed_counts_add, $1 institutionId uuid, $2 more integer
INSERT INTO calendar_feed_counts AS c (institution_id, feeds)
   VALUES ($1, greatest($2, 0))
   ON CONFLICT (institution_id) DO UPDATE SET feeds = greatest(c.feeds + $2, 0);

-- calendar_feed_reads_list, $1 institutionId uuid
SELECT r.feed_id AS "feedId", r.last_read_at AS "lastReadAt" FROM calendar_feed_reads r
   WHERE r.institution_id = $1;

-- calendar_feed_reads_note, $1 tokenHash bytea, $2 at timestamp(3) with time zone
INSERT INTO calendar_feed_reads AS r (institution_id, feed_id, last_read_at)
   SELECT f.institution_id, f.id, $2 FROM calendar_feeds f WHERE f.token_hash = $1 FOR NO KEY UPDATE
   ON CONFLICT (institution_id, feed_id) DO UPDATE SET last_read_at = excluded.last_read_at
     WHERE excluded.last_read_at > r.last_read_at + interval '4 minutes';

-- calendar_feeds_by_id, $1 institutionId uuid[], $2 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   CROSS JOIN LATERAL (SELECT t.id, t.name, t.calendar_of AS "calendarOf", t.target_id AS "targetId", t.integration_id AS "integrationId", t.created_at AS "createdAt", t.revision FROM calendar_feeds t
   WHERE t.institution_id = k.institution_id AND t.id = k.id LIMIT 1) AS found;

-- calendar_feeds_by_token_hash, $1 tokenHash bytea[]
SELECT k.n, found.* FROM unnest($1::bytea[]) WITH ORDINALITY AS k(token_hash, n)
   CROSS JOIN LATERAL (SELECT t.institution_id AS "institutionId", t.id, t.calendar_of AS "calendarOf", t.target_id AS "targetId", t.integration_id AS "integrationId" FROM calendar_feeds t
   WHERE t.token_hash = k.token_hash AND NOT EXISTS (SELECT FROM integrations i
      WHERE i.institution_id = t.institution_id AND i.id = t.integration_id AND NOT i.is_active)
    AND NOT EXISTS (SELECT FROM users u
      WHERE t.calendar_of IN ('organizer', 'user') AND u.institution_id = t.institution_id AND u.id = t.target_id AND u.is_archived) LIMIT 1) AS found;

-- calendar_feeds_delete_rows, $1 institutionId uuid, $2 ids uuid[]
WITH changed AS (DELETE FROM calendar_feeds WHERE institution_id = $1 AND id = ANY($2)
     RETURNING calendar_feeds.institution_id AS institution_id, calendar_feeds.id, calendar_feeds.revision AS before, NULL::uuid AS after, json_build_object('name', calendar_feeds.name, 'calendarOf', calendar_feeds.calendar_of, 'targetId', calendar_feeds.target_id) AS fields)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause, fields_before, fields_after)
   SELECT changed.institution_id, 'calendar_feed', changed.id, changed.before, changed.after, $3::timestamptz, $4::text, $5::text, $6::text, $7::uuid, $8::text, $9::text, $10::uuid, changed.fields, NULL::json FROM changed;

-- calendar_feeds_in_force, $1 institutionId uuid[], $2 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   CROSS JOIN LATERAL (SELECT t.id, t.name, t.calendar_of AS "calendarOf", t.target_id AS "targetId", t.integration_id AS "integrationId", t.created_at AS "createdAt", t.revision FROM calendar_feeds t
   WHERE t.institution_id = k.institution_id AND t.id = k.id AND NOT EXISTS (SELECT FROM integrations i
      WHERE i.institution_id = t.institution_id AND i.id = t.integration_id AND NOT i.is_active)
    AND NOT EXISTS (SELECT FROM users u
      WHERE t.calendar_of IN ('organizer', 'user') AND u.institution_id = t.institution_id AND u.id = t.target_id AND u.is_archived) LIMIT 1) AS found;

-- calendar_feeds_insert, $1 institutionId uuid, $2 id uuid, $3 name text, $4 calendarOf text, $5 targetId uuid, $6 integrationId uuid, $7 tokenHash bytea, $8 createdAt timestamp(3) with time zone, $9 revision uuid
WITH changed AS (INSERT INTO calendar_feeds (institution_id, id, name, calendar_of, target_id, integration_id, token_hash, created_at, revision)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     RETURNING calendar_feeds.institution_id AS institution_id, calendar_feeds.id, NULL::uuid AS before, calendar_feeds.revision AS after, json_build_object('name', calendar_feeds.name, 'calendarOf', calendar_feeds.calendar_of, 'targetId', calendar_feeds.target_id) AS fields)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause, fields_before, fields_after)
   SELECT changed.institution_id, 'calendar_feed', changed.id, changed.before, changed.after, $10::timestamptz, $11::text, $12::text, $13::text, $14::uuid, $15::text, $16::text, $17::uuid, NULL::json, changed.fields FROM changed;

-- calendar_feeds_list, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint
SELECT * FROM (SELECT t.id, t.name, t.calendar_of AS "calendarOf", t.target_id AS "targetId", t.integration_id AS "integrationId", t.created_at AS "createdAt", t.revision FROM calendar_feeds t
       WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3)
       ORDER BY t.created_at, t.id LIMIT 501) AS limited LIMIT $4;

-- calendar_feeds_lock, $1 institutionId uuid, $2 id uuid
SELECT t.id, t.name, t.calendar_of AS "calendarOf", t.target_id AS "targetId", t.integration_id AS "integrationId", t.created_at AS "createdAt", t.revision FROM calendar_feeds t
   WHERE t.institution_id = $1 AND t.id = $2 FOR NO KEY UPDATE;

-- courses_by_id, $1 institutionId uuid[], $2 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   CROSS JOIN LATERAL (SELECT t.id, t.code, t.name, t.layer_id AS "layerId", t.layer_name AS "layerName", t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM courses t
   WHERE t.institution_id = k.institution_id AND t.id = k.id LIMIT 1) AS found;

-- courses_by_layers, $1 institutionId uuid, $2 layers uuid[], $3 ids uuid[]
SELECT c.id, c.code, c.name, c.layer_id AS "layerId", c.layer_name AS "layerName", c.is_archived AS "isArchived" FROM courses c
   WHERE c.institution_id = $1 AND (c.layer_id = ANY($2::uuid[]) OR c.id = ANY($3::uuid[]));

-- courses_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 code text[], $7 name text[], $8 layerId uuid[], $9 layerName text[], $10 isArchived boolean[], $11 revision uuid[]
WITH changed AS (INSERT INTO courses (institution_id, created_at, updated_at, id, ref, code, name, layer_id, layer_name, is_archived, revision)
   SELECT $1, $2, $3, v.id, v.ref, v.code, v.name, v.layer_id, v.layer_name, v.is_archived, v.revision FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::uuid[], $9::text[], $10::boolean[], $11::uuid[])
     AS v(id, ref, code, name, layer_id, layer_name, is_archived, revision)
     RETURNING courses.institution_id AS institution_id, courses.id, NULL::uuid AS before, courses.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'course', changed.id, changed.before, changed.after, $12::timestamptz, $13::text, $14::text, $15::text, $16::uuid, $17::text, $18::text, $19::uuid FROM changed;

-- courses_list, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint
SELECT * FROM (SELECT t.id, t.code, t.name, t.layer_id AS "layerId", t.layer_name AS "layerName", t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM courses t
       WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3)
       ORDER BY t.created_at, t.id LIMIT 501) AS limited LIMIT $4;

-- courses_list_by_code, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 code text, $6 updatedSince timestamp(3) with time zone
SELECT * FROM (SELECT t.id, t.code, t.name, t.layer_id AS "layerId", t.layer_name AS "layerName", t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM courses t
       WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3) AND t.code = $5 AND t.updated_at >= $6
       ORDER BY t.created_at, t.id LIMIT 501) AS limited LIMIT $4;

-- courses_list_updated_since, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 updatedSince timestamp(3) with time zone
SELECT found.* FROM (WITH near AS MATERIALIZED (
      SELECT sort, id FROM (
        SELECT t.created_at AS sort, t.id AS id, t.updated_at >= $5 AS is_shown FROM courses t WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3)
        ORDER BY t.created_at, t.id LIMIT $4 * 10::bigint) AS walked
      WHERE is_shown ORDER BY sort, id LIMIT $4),
    changes AS MATERIALIZED (
      SELECT t.created_at AS sort, t.id AS id FROM courses t WHERE t.institution_id = $1
        AND t.updated_at >= $5 AND t.updated_at <= 'infinity' AND (SELECT count(*) FROM near) < $4
      ORDER BY t.updated_at LIMIT 10001)
    SELECT sort, id FROM (
      SELECT sort, id FROM near WHERE (SELECT count(*) FROM near) >= $4
      UNION ALL
      SELECT sort, id FROM changes c
      WHERE (SELECT count(*) FROM changes) <= 10000 AND (sort, id) > ($2, $3) AND true
      UNION ALL
      (SELECT t.created_at, t.id FROM courses t WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3) AND t.updated_at >= $5 AND (SELECT count(*) FROM changes) > 10000
       ORDER BY t.created_at, t.id LIMIT $4)) AS found
    ORDER BY sort, id LIMIT $4) AS page
    CROSS JOIN LATERAL (SELECT t.id, t.code, t.name, t.layer_id AS "layerId", t.layer_name AS "layerName", t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM courses t
      WHERE t.institution_id = $1 AND t.id = page.id LIMIT 1) AS found
    ORDER BY page.sort, page.id;

-- courses_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.code, t.name, t.layer_id AS "layerId", t.layer_name AS "layerName", t.is_archived AS "isArchived" FROM courses t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- courses_search, $1 institutionId uuid, $2 pattern text
SELECT c.id, c.code, c.name, c.layer_id AS "layerId", c.layer_name AS "layerName", c.is_archived AS "isArchived", c.revision, c.created_at AS "createdAt", c.updated_at AS "updatedAt" FROM (
     SELECT * FROM courses t WHERE t.institution_id = $1
     ORDER BY t.created_at DESC, t.id DESC LIMIT 10000) AS c
   WHERE NOT c.is_archived AND ((c.name ILIKE $2 OR (octet_length(c.name) > length(c.name) AND normalize(c.name) ILIKE $2)) OR (c.code ILIKE $2 OR (octet_length(c.code) > length(c.code) AND normalize(c.code) ILIKE $2)))
   ORDER BY c.name, c.id LIMIT 20;

-- courses_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 code text[], $5 name text[], $6 layerId uuid[], $7 layerName text[], $8 isArchived boolean[], $9 revision uuid[]
WITH changed AS (UPDATE courses t SET updated_at = greatest(t.updated_at, $2), code = v.code, name = v.name, layer_id = v.layer_id, layer_name = v.layer_name, is_archived = v.is_archived, revision = v.revision
   FROM unnest($3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::text[], $8::boolean[], $9::uuid[])
     AS v(id, code, name, layer_id, layer_name, is_archived, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'course', changed.id, prior.revision, changed.after, $10::timestamptz, $11::text, $12::text, $13::text, $14::uuid, $15::text, $16::text, $17::uuid FROM changed JOIN courses prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- institutions_by_id, $1 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[]) WITH ORDINALITY AS k(id, n)
   CROSS JOIN LATERAL (SELECT t.id, t.ref, t.name, t.time_tracking_timezone AS "timeTrackingTimezone", t.time_tracking_enabled AS "timeTrackingEnabled", t.scheduling_enabled AS "schedulingEnabled", t.reject_room_conflicts AS "rejectRoomConflicts", t.user_code_format AS "userCodeFormat", t.default_lesson_unit_name AS "defaultLessonUnitName", t.default_lesson_unit_minutes AS "defaultLessonUnitMinutes", t.revision FROM institutions t
   WHERE t.id = k.id LIMIT 1) AS found;

-- institutions_insert, $1 id uuid, $2 ref text, $3 name text, $4 timeTrackingTimezone text, $5 timeTrackingEnabled boolean, $6 schedulingEnabled boolean, $7 rejectRoomConflicts boolean, $8 userCodeFormat text, $9 defaultLessonUnitName text, $10 defaultLessonUnitMinutes double precision, $11 createdAt timestamp(3) with time zone, $12 updatedAt timestamp(3) with time zone, $13 revision uuid
WITH changed AS (INSERT INTO institutions (id, ref, name, time_tracking_timezone, time_tracking_enabled, scheduling_enabled, reject_room_conflicts, user_code_format, default_lesson_unit_name, default_lesson_unit_minutes, created_at, updated_at, revision)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     RETURNING institutions.id AS institution_id, institutions.id, NULL::uuid AS before, institutions.revision AS after, json_build_object('name', institutions.name, 'timeTrackingTimezone', institutions.time_tracking_timezone, 'timeTrackingEnabled', institutions.time_tracking_enabled, 'schedulingEnabled', institutions.scheduling_enabled, 'rejectRoomConflicts', institutions.reject_room_conflicts, 'userCodeFormat', institutions.user_code_format, 'defaultLessonUnitName', institutions.default_lesson_unit_name, 'defaultLessonUnitMinutes', institutions.default_lesson_unit_minutes) AS fields)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause, fields_before, fields_after)
   SELECT changed.institution_id, 'institution', changed.id, changed.before, changed.after, $14::timestamptz, $15::text, $16::text, $17::text, $18::uuid, $19::text, $20::text, $21::uuid, NULL::json, changed.fields FROM changed;

-- institutions_list
SELECT i.id, i.ref, i.name, i.time_tracking_timezone AS "timeTrackingTimezone", i.time_tracking_enabled AS "timeTrackingEnabled", i.scheduling_enabled AS "schedulingEnabled", i.reject_room_conflicts AS "rejectRoomConflicts", i.user_code_format AS "userCodeFormat", i.default_lesson_unit_name AS "defaultLessonUnitName", i.default_lesson_unit_minutes AS "defaultLessonUnitMinutes", i.revision FROM institutions i ORDER BY i.name, i.id;

-- institutions_lock, $1 id uuid
SELECT t.id, t.ref, t.name, t.time_tracking_timezone AS "timeTrackingTimezone", t.time_tracking_enabled AS "timeTrackingEnabled", t.scheduling_enabled AS "schedulingEnabled", t.reject_room_conflicts AS "rejectRoomConflicts", t.user_code_format AS "userCodeFormat", t.default_lesson_unit_name AS "defaultLessonUnitName", t.default_lesson_unit_minutes AS "defaultLessonUnitMinutes", t.revision FROM institutions t
   WHERE t.id = $1 FOR NO KEY UPDATE;

-- institutions_lock_by_ref, $1 ref text
SELECT t.id, t.ref, t.name, t.time_tracking_timezone AS "timeTrackingTimezone", t.time_tracking_enabled AS "timeTrackingEnabled", t.scheduling_enabled AS "schedulingEnabled", t.reject_room_conflicts AS "rejectRoomConflicts", t.user_code_format AS "userCodeFormat", t.default_lesson_unit_name AS "defaultLessonUnitName", t.default_lesson_unit_minutes AS "defaultLessonUnitMinutes", t.revision FROM institutions t
   WHERE t.ref = $1 FOR NO KEY UPDATE;

-- institutions_update, $1 id uuid, $2 name text, $3 timeTrackingTimezone text, $4 timeTrackingEnabled boolean, $5 schedulingEnabled boolean, $6 rejectRoomConflicts boolean, $7 userCodeFormat text, $8 defaultLessonUnitName text, $9 defaultLessonUnitMinutes double precision, $10 updatedAt timestamp(3) with time zone, $11 revision uuid
WITH changed AS (UPDATE institutions SET name = $2, time_tracking_timezone = $3, time_tracking_enabled = $4, scheduling_enabled = $5, reject_room_conflicts = $6, user_code_format = $7, default_lesson_unit_name = $8, default_lesson_unit_minutes = $9, updated_at = greatest(institutions.updated_at, $10), revision = $11
   WHERE id = $1
     RETURNING institutions.id AS institution_id, institutions.id, NULL::uuid AS before, institutions.revision AS after, json_build_object('name', institutions.name, 'timeTrackingTimezone', institutions.time_tracking_timezone, 'timeTrackingEnabled', institutions.time_tracking_enabled, 'schedulingEnabled', institutions.scheduling_enabled, 'rejectRoomConflicts', institutions.reject_room_conflicts, 'userCodeFormat', institutions.user_code_format, 'defaultLessonUnitName', institutions.default_lesson_unit_name, 'defaultLessonUnitMinutes', institutions.default_lesson_unit_minutes) AS fields)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause, fields_before, fields_after)
   SELECT changed.institution_id, 'institution', changed.id, prior.revision, changed.after, $12::timestamptz, $13::text, $14::text, $15::text, $16::uuid, $17::text, $18::text, $19::uuid, json_build_object('name', prior.name, 'timeTrackingTimezone', prior.time_tracking_timezone, 'timeTrackingEnabled', prior.time_tracking_enabled, 'schedulingEnabled', prior.scheduling_enabled, 'rejectRoomConflicts', prior.reject_room_conflicts, 'userCodeFormat', prior.user_code_format, 'defaultLessonUnitName', prior.default_lesson_unit_name, 'defaultLessonUnitMinutes', prior.default_lesson_unit_minutes), changed.fields FROM changed JOIN institutions prior ON prior.id = changed.institution_id AND prior.id = changed.id;

-- integrations_by_client_id, $1 clientId text[]
SELECT k.n, found.* FROM unnest($1::text[]) WITH ORDINALITY AS k(client_id, n)
   CROSS JOIN LATERAL (SELECT t.institution_id AS "institutionId", t.id, t.client_id AS "clientId", t.name, t.created_by AS "createdBy", t.is_active AS "isActive", t.secrets, t.created_at AS "createdAt", t.revision FROM integrations t
   WHERE t.client_id = k.client_id LIMIT 1) AS found;

-- integrations_by_id, $1 institutionId uuid[], $2 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   CROSS JOIN LATERAL (SELECT t.institution_id AS "institutionId", t.id, t.client_id AS "clientId", t.name, t.created_by AS "createdBy", t.is_active AS "isActive", t.secrets, t.created_at AS "createdAt", t.revision FROM integrations t
   WHERE t.institution_id = k.institution_id AND t.id = k.id LIMIT 1) AS found;

-- integrations_insert, $1 institutionId uuid, $2 id uuid, $3 clientId text, $4 name text, $5 createdBy uuid, $6 isActive boolean, $7 secrets jsonb, $8 createdAt timestamp(3) with time zone, $9 revision uuid
WITH changed AS (INSERT INTO integrations (institution_id, id, client_id, name, created_by, is_active, secrets, created_at, revision)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     RETURNING integrations.institution_id AS institution_id, integrations.id, NULL::uuid AS before, integrations.revision AS after, json_build_object('name', integrations.name, 'createdBy', integrations.created_by, 'isActive', integrations.is_active) AS fields)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause, fields_before, fields_after)
   SELECT changed.institution_id, 'integration', changed.id, changed.before, changed.after, $10::timestamptz, $11::text, $12::text, $13::text, $14::uuid, $15::text, $16::text, $17::uuid, NULL::json, changed.fields FROM changed;

-- integrations_list, $1 institutionId uuid
SELECT i.institution_id AS "institutionId", i.id, i.client_id AS "clientId", i.name, i.created_by AS "createdBy", i.is_active AS "isActive", i.secrets, i.created_at AS "createdAt", i.revision FROM integrations i
   WHERE i.institution_id = $1 ORDER BY i.created_at, i.id;

-- integrations_lock_by_client_id, $1 clientId text
SELECT t.institution_id AS "institutionId", t.id, t.client_id AS "clientId", t.name, t.created_by AS "createdBy", t.is_active AS "isActive", t.secrets, t.created_at AS "createdAt", t.revision FROM integrations t
   WHERE t.client_id = $1 FOR NO KEY UPDATE;

-- integrations_update, $1 institutionId uuid, $2 id uuid, $3 name text, $4 isActive boolean, $5 secrets jsonb, $6 revision uuid
WITH changed AS (UPDATE integrations SET name = $3, is_active = $4, secrets = $5, revision = $6
   WHERE institution_id = $1 AND id = $2
     RETURNING integrations.institution_id AS institution_id, integrations.id, NULL::uuid AS before, integrations.revision AS after, json_build_object('name', integrations.name, 'createdBy', integrations.created_by, 'isActive', integrations.is_active) AS fields)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause, fields_before, fields_after)
   SELECT changed.institution_id, 'integration', changed.id, prior.revision, changed.after, $7::timestamptz, $8::text, $9::text, $10::text, $11::uuid, $12::text, $13::text, $14::uuid, json_build_object('name', prior.name, 'createdBy', prior.created_by, 'isActive', prior.is_active), changed.fields FROM changed JOIN integrations prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- openid_providers_by_institution_id, $1 institutionId uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[]) WITH ORDINALITY AS k(institution_id, n)
   CROSS JOIN LATERAL (SELECT t.institution_id AS "institutionId", t.id, t.issuer, t.client_id AS "clientId", t.key_id AS "keyId", t.sealed, t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.revision FROM openid_providers t
   WHERE t.institution_id = k.institution_id LIMIT 1) AS found;

-- openid_providers_by_ref, $1 ref text[]
SELECT k.n, found.* FROM unnest($1::text[]) WITH ORDINALITY AS k(ref, n)
   CROSS JOIN LATERAL (SELECT t.institution_id AS "institutionId", t.id, t.issuer, t.client_id AS "clientId", t.key_id AS "keyId", t.sealed, t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.revision FROM institutions i
   JOIN openid_providers t ON t.institution_id = i.id
   WHERE i.ref = k.ref LIMIT 1) AS found;

-- openid_providers_delete_rows, $1 institutionId uuid, $2 ids uuid[]
WITH changed AS (DELETE FROM openid_providers WHERE institution_id = $1 AND id = ANY($2)
     RETURNING openid_providers.institution_id AS institution_id, openid_providers.id, openid_providers.revision AS before, NULL::uuid AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'openid_provider', changed.id, changed.before, changed.after, $3::timestamptz, $4::text, $5::text, $6::text, $7::uuid, $8::text, $9::text, $10::uuid FROM changed;

-- openid_providers_insert, $1 institutionId uuid, $2 id uuid, $3 issuer text, $4 clientId text, $5 keyId text, $6 sealed bytea, $7 createdAt timestamp(3) with time zone, $8 updatedAt timestamp(3) with time zone, $9 revision uuid
WITH changed AS (INSERT INTO openid_providers (institution_id, id, issuer, client_id, key_id, sealed, created_at, updated_at, revision)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     RETURNING openid_providers.institution_id AS institution_id, openid_providers.id, NULL::uuid AS before, openid_providers.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'openid_provider', changed.id, changed.before, changed.after, $10::timestamptz, $11::text, $12::text, $13::text, $14::uuid, $15::text, $16::text, $17::uuid FROM changed;

-- openid_providers_lock, $1 institutionId uuid
SELECT t.institution_id AS "institutionId", t.id, t.issuer, t.client_id AS "clientId", t.key_id AS "keyId", t.sealed, t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.revision FROM openid_providers t
   WHERE t.institution_id = $1 FOR NO KEY UPDATE;

-- openid_providers_update, $1 institutionId uuid, $2 id uuid, $3 issuer text, $4 clientId text, $5 keyId text, $6 sealed bytea, $7 createdAt timestamp(3) with time zone, $8 updatedAt timestamp(3) with time zone, $9 revision uuid
WITH changed AS (UPDATE openid_providers SET id = $2, issuer = $3, client_id = $4, key_id = $5, sealed = $6, created_at = $7, updated_at = greatest(openid_providers.updated_at, $8), revision = $9
   WHERE institution_id = $1
     RETURNING openid_providers.institution_id AS institution_id, openid_providers.id, NULL::uuid AS before, openid_providers.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'openid_provider', changed.id, prior.revision, changed.after, $10::timestamptz, $11::text, $12::text, $13::text, $14::uuid, $15::text, $16::text, $17::uuid FROM changed JOIN openid_providers prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- operators_by_token_hash, $1 tokenHash bytea[]
SELECT k.n, found.* FROM unnest($1::bytea[]) WITH ORDINALITY AS k(token_hash, n)
   CROSS JOIN LATERAL (SELECT t.id, t.name FROM operators t
   WHERE t.token_hash = k.token_hash AND t.revoked_at IS NULL LIMIT 1) AS found;

-- operators_insert, $1 id uuid, $2 name text, $3 tokenHash bytea, $4 createdAt timestamp(3) with time zone
INSERT INTO operators (id, name, token_hash, created_at)
   VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING id;

-- operators_list
SELECT o.id, o.name, o.created_at AS "createdAt", o.revoked_at AS "revokedAt" FROM operators o ORDER BY o.created_at, o.id;

-- operators_replace_token, $1 name text, $2 tokenHash bytea
UPDATE operators SET token_hash = $2 WHERE name = $1 AND revoked_at IS NULL RETURNING id;

-- operators_revoke, $1 name text, $2 at timestamp(3) with time zone
UPDATE operators SET revoked_at = $2 WHERE name = $1 AND revoked_at IS NULL RETURNING id;

-- passkey_challenges_insert, $1 challengeHash bytea, $2 userId uuid, $3 expiresAt timestamp(3) with time zone
INSERT INTO passkey_challenges (challenge_hash, user_id, expires_at)
   VALUES ($1, $2, $3);

-- passkey_challenges_remove_expired, $1 before timestamp(3) with time zone, $2 limit bigint
DELETE FROM passkey_challenges WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM passkey_challenges WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2))
     AND expires_at <= $1 RETURNING 1 AS removed;

-- passkey_challenges_use, $1 challengeHash bytea, $2 userId uuid, $3 at timestamp(3) with time zone
DELETE FROM passkey_challenges WHERE challenge_hash = $1
     AND user_id IS NOT DISTINCT FROM $2 AND expires_at > $3 RETURNING 1 AS used;

-- passkeys_by_credential_id, $1 credentialId bytea[]
SELECT k.n, found.* FROM unnest($1::bytea[]) WITH ORDINALITY AS k(credential_id, n)
   CROSS JOIN LATERAL (SELECT t.institution_id AS "institutionId", t.id, t.user_id AS "userId", t.credential_id AS "credentialId", t.public_key AS "publicKey", t.counter, t.name, t.created_at AS "createdAt", t.last_used_at AS "lastUsedAt", t.revision FROM passkeys t
   JOIN users u ON u.institution_id = t.institution_id AND u.id = t.user_id AND NOT u.is_archived
   WHERE t.credential_id = k.credential_id LIMIT 1) AS found;

-- passkeys_delete_rows, $1 institutionId uuid, $2 ids uuid[]
WITH changed AS (DELETE FROM passkeys WHERE institution_id = $1 AND id = ANY($2)
     RETURNING passkeys.institution_id AS institution_id, passkeys.id, passkeys.revision AS before, NULL::uuid AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'passkey', changed.id, changed.before, changed.after, $3::timestamptz, $4::text, $5::text, $6::text, $7::uuid, $8::text, $9::text, $10::uuid FROM changed;

-- passkeys_insert, $1 institutionId uuid, $2 id uuid, $3 userId uuid, $4 credentialId bytea, $5 publicKey bytea, $6 counter bigint, $7 name text, $8 createdAt timestamp(3) with time zone, $9 lastUsedAt timestamp(3) with time zone, $10 revision uuid
WITH changed AS (INSERT INTO passkeys (institution_id, id, user_id, credential_id, public_key, counter, name, created_at, last_used_at, revision)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     RETURNING passkeys.institution_id AS institution_id, passkeys.id, NULL::uuid AS before, passkeys.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'passkey', changed.id, changed.before, changed.after, $11::timestamptz, $12::text, $13::text, $14::text, $15::uuid, $16::text, $17::text, $18::uuid FROM changed;

-- passkeys_list, $1 institutionId uuid, $2 userId uuid
SELECT p.institution_id AS "institutionId", p.id, p.user_id AS "userId", p.credential_id AS "credentialId", p.public_key AS "publicKey", p.counter, p.name, p.created_at AS "createdAt", p.last_used_at AS "lastUsedAt", p.revision FROM passkeys p
   WHERE p.institution_id = $1 AND p.user_id = $2 ORDER BY p.created_at, p.id;

-- passkeys_lock_by_id, $1 institutionId uuid, $2 userId uuid, $3 id uuid
SELECT t.institution_id AS "institutionId", t.id, t.user_id AS "userId", t.credential_id AS "credentialId", t.public_key AS "publicKey", t.counter, t.name, t.created_at AS "createdAt", t.last_used_at AS "lastUsedAt", t.revision FROM passkeys t
   WHERE t.institution_id = $1 AND t.user_id = $2 AND t.id = $3 FOR NO KEY UPDATE;

-- passkeys_update, $1 institutionId uuid, $2 id uuid, $3 userId uuid, $4 credentialId bytea, $5 publicKey bytea, $6 counter bigint, $7 name text, $8 createdAt timestamp(3) with time zone, $9 lastUsedAt timestamp(3) with time zone, $10 revision uuid
WITH changed AS (UPDATE passkeys SET user_id = $3, credential_id = $4, public_key = $5, counter = $6, name = $7, created_at = $8, last_used_at = $9, revision = $10
   WHERE institution_id = $1 AND id = $2
     RETURNING passkeys.institution_id AS institution_id, passkeys.id, NULL::uuid AS before, passkeys.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'passkey', changed.id, prior.revision, changed.after, $11::timestamptz, $12::text, $13::text, $14::text, $15::uuid, $16::text, $17::text, $18::uuid FROM changed JOIN passkeys prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- sign_in_links_by_code_hash, $1 codeHash bytea[]
SELECT k.n, found.* FROM unnest($1::bytea[]) WITH ORDINALITY AS k(code_hash, n)
   CROSS JOIN LATERAL (SELECT t.institution_id AS "institutionId", t.id, t.user_id AS "userId", t.expires_at AS "expiresAt", u.name AS "userName", u.email, i.name AS "institutionName"
   FROM sign_in_links t
   JOIN users u ON u.institution_id = t.institution_id AND u.id = t.user_id AND NOT u.is_archived
   JOIN institutions i ON i.id = t.institution_id
   WHERE t.code_hash = k.code_hash LIMIT 1) AS found;

-- sign_in_links_delete, $1 institutionId uuid, $2 userId uuid, $3 id uuid
DELETE FROM sign_in_links
   WHERE institution_id = $1 AND user_id = $2 AND id = coalesce($3, id);

-- sign_in_links_insert, $1 institutionId uuid, $2 id uuid, $3 userId uuid, $4 codeHash bytea, $5 expiresAt timestamp(3) with time zone
INSERT INTO sign_in_links (institution_id, id, user_id, code_hash, expires_at)
   VALUES ($1, $2, $3, $4, $5);

-- sign_in_links_remove_expired, $1 before timestamp(3) with time zone, $2 limit bigint
DELETE FROM sign_in_links WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM sign_in_links WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2))
     AND expires_at <= $1 RETURNING 1 AS removed;

-- user_group_members_delete_rows, $1 institutionId uuid, $2 userGroupId uuid[], $3 userId uuid[]
DELETE FROM user_group_members t USING unnest($2::uuid[], $3::uuid[])
     AS v(user_group_id, user_id)
   WHERE t.institution_id = $1 AND t.user_group_id = v.user_group_id AND t.user_id = v.user_id;

-- user_group_members_insert_rows, $1 institutionId uuid, $2 userGroupId uuid[], $3 userId uuid[]
INSERT INTO user_group_members (institution_id, user_group_id, user_id)
   SELECT $1, v.user_group_id, v.user_id FROM unnest($2::uuid[], $3::uuid[])
     AS v(user_group_id, user_id);

-- user_group_members_of_refs, $1 institutionId uuid, $2 refs text[]
SELECT t.user_group_id AS "userGroupId", t.user_id AS "userId"
   FROM user_groups o
   JOIN user_group_members t ON t.institution_id = o.institution_id AND t.user_group_id = o.id
   WHERE o.institution_id = $1 AND o.ref = ANY($2);

-- user_groups_by_ids, $1 institutionId uuid, $2 ids uuid[]
SELECT t.id, t.name FROM user_groups t
   WHERE t.institution_id = $1 AND t.id = ANY($2);

-- user_groups_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 name text[], $7 revision uuid[]
WITH changed AS (INSERT INTO user_groups (institution_id, created_at, updated_at, id, ref, name, revision)
   SELECT $1, $2, $3, v.id, v.ref, v.name, v.revision FROM unnest($4::uuid[], $5::text[], $6::text[], $7::uuid[])
     AS v(id, ref, name, revision)
     RETURNING user_groups.institution_id AS institution_id, user_groups.id, NULL::uuid AS before, user_groups.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'user_group', changed.id, changed.before, changed.after, $8::timestamptz, $9::text, $10::text, $11::text, $12::uuid, $13::text, $14::text, $15::uuid FROM changed;

-- user_groups_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.name FROM user_groups t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- user_groups_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 name text[], $5 revision uuid[]
WITH changed AS (UPDATE user_groups t SET updated_at = greatest(t.updated_at, $2), name = v.name, revision = v.revision
   FROM unnest($3::uuid[], $4::text[], $5::uuid[])
     AS v(id, name, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'user_group', changed.id, prior.revision, changed.after, $6::timestamptz, $7::text, $8::text, $9::text, $10::uuid, $11::text, $12::text, $13::uuid FROM changed JOIN user_groups prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- users_by_code_key, $1 institutionId uuid[], $2 codeKey text[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS k(institution_id, code_key, n)
   CROSS JOIN LATERAL (SELECT t.id, t.email, t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM users t
   WHERE t.institution_id = k.institution_id AND t.code_key = k.code_key LIMIT 1) AS found;

-- users_by_email_key, $1 institutionId uuid[], $2 emailKey text[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS k(institution_id, email_key, n)
   CROSS JOIN LATERAL (SELECT t.id, t.email, t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM users t
   WHERE t.institution_id = k.institution_id AND t.email_key = k.email_key LIMIT 1) AS found;

-- users_by_id, $1 institutionId uuid[], $2 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   CROSS JOIN LATERAL (SELECT t.id, t.email, t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM users t
   WHERE t.institution_id = k.institution_id AND t.id = k.id LIMIT 1) AS found;

-- users_by_ids, $1 institutionId uuid, $2 ids uuid[]
SELECT t.id, t.email, t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM users t
   WHERE t.institution_id = $1 AND t.id = ANY($2);

-- users_by_refs, $1 institutionId uuid, $2 refs text[]
SELECT found.* FROM unnest($2::text[]) AS wanted (ref)
   CROSS JOIN LATERAL (SELECT t.id, t.ref FROM users t
     WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1) AS found;

-- users_codes, $1 institutionId uuid
SELECT u.code FROM users u
   WHERE u.institution_id = $1 AND u.code_key IS NOT NULL ORDER BY u.code_key LIMIT 10000;

-- users_give_up_keys, $1 institutionId uuid, $2 code text, $3 codeKey text, $4 id uuid[], $5 emailKey text[]
UPDATE users t SET code = $2, code_key = $3, email_key = v.email_key
   FROM unnest($4::uuid[], $5::text[])
     AS v(id, email_key)
   WHERE t.institution_id = $1 AND t.id = v.id;

-- users_insert, $1 institutionId uuid, $2 id uuid, $3 ref text, $4 email text, $5 emailKey text, $6 name text, $7 nameIsOwn boolean, $8 firstName text, $9 lastName text, $10 image text, $11 code text, $12 codeKey text, $13 isArchived boolean, $14 revision uuid, $15 createdAt timestamp(3) with time zone, $16 updatedAt timestamp(3) with time zone
WITH changed AS (INSERT INTO users (institution_id, id, ref, email, email_key, name, name_is_own, first_name, last_name, image, code, code_key, is_archived, revision, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
     RETURNING users.institution_id AS institution_id, users.id, NULL::uuid AS before, users.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'user', changed.id, changed.before, changed.after, $17::timestamptz, $18::text, $19::text, $20::text, $21::uuid, $22::text, $23::text, $24::uuid FROM changed;

-- users_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 email text[], $7 emailKey text[], $8 name text[], $9 nameIsOwn boolean[], $10 firstName text[], $11 lastName text[], $12 image text[], $13 code text[], $14 codeKey text[], $15 isArchived boolean[], $16 revision uuid[]
WITH changed AS (INSERT INTO users (institution_id, created_at, updated_at, id, ref, email, email_key, name, name_is_own, first_name, last_name, image, code, code_key, is_archived, revision)
   SELECT $1, $2, $3, v.id, v.ref, v.email, v.email_key, v.name, v.name_is_own, v.first_name, v.last_name, v.image, v.code, v.code_key, v.is_archived, v.revision FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::boolean[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::boolean[], $16::uuid[])
     AS v(id, ref, email, email_key, name, name_is_own, first_name, last_name, image, code, code_key, is_archived, revision)
     RETURNING users.institution_id AS institution_id, users.id, NULL::uuid AS before, users.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'user', changed.id, changed.before, changed.after, $17::timestamptz, $18::text, $19::text, $20::text, $21::uuid, $22::text, $23::text, $24::uuid FROM changed;

-- users_key_holders, $1 institutionId uuid, $2 emails text[], $3 codes text[]
SELECT id, email_key AS "emailKey", code_key AS "codeKey" FROM users
     WHERE institution_id = $1 AND email_key = ANY($2::text[]) UNION SELECT id, email_key AS "emailKey", code_key AS "codeKey" FROM users
     WHERE institution_id = $1 AND code_key = ANY($3::text[]);

-- users_list, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint
SELECT * FROM (SELECT t.id, t.email, t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM users t
       WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3)
       ORDER BY t.created_at, t.id LIMIT 501) AS limited LIMIT $4;

-- users_list_updated_since, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 updatedSince timestamp(3) with time zone
SELECT found.* FROM (WITH near AS MATERIALIZED (
      SELECT sort, id FROM (
        SELECT t.created_at AS sort, t.id AS id, t.updated_at >= $5 AS is_shown FROM users t WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3)
        ORDER BY t.created_at, t.id LIMIT $4 * 10::bigint) AS walked
      WHERE is_shown ORDER BY sort, id LIMIT $4),
    changes AS MATERIALIZED (
      SELECT t.created_at AS sort, t.id AS id FROM users t WHERE t.institution_id = $1
        AND t.updated_at >= $5 AND t.updated_at <= 'infinity' AND (SELECT count(*) FROM near) < $4
      ORDER BY t.updated_at LIMIT 10001)
    SELECT sort, id FROM (
      SELECT sort, id FROM near WHERE (SELECT count(*) FROM near) >= $4
      UNION ALL
      SELECT sort, id FROM changes c
      WHERE (SELECT count(*) FROM changes) <= 10000 AND (sort, id) > ($2, $3) AND true
      UNION ALL
      (SELECT t.created_at, t.id FROM users t WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3) AND t.updated_at >= $5 AND (SELECT count(*) FROM changes) > 10000
       ORDER BY t.created_at, t.id LIMIT $4)) AS found
    ORDER BY sort, id LIMIT $4) AS page
    CROSS JOIN LATERAL (SELECT t.id, t.email, t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM users t
      WHERE t.institution_id = $1 AND t.id = page.id LIMIT 1) AS found
    ORDER BY page.sort, page.id;

-- users_lock, $1 institutionId uuid, $2 id uuid
SELECT t.id, t.email, t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM users t
   WHERE t.institution_id = $1 AND t.id = $2 FOR NO KEY UPDATE;

-- users_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.email, t.email_key AS "emailKey", t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.code_key AS "codeKey", t.is_archived AS "isArchived" FROM users t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- users_search, $1 institutionId uuid, $2 prefix text, $3 pattern text
SELECT u.id, u.email, u.name, u.first_name AS "firstName", u.last_name AS "lastName", u.image, u.is_archived AS "isArchived", u.updated_at AS "updatedAt" FROM (
     (SELECT e.* FROM users e
      WHERE e.institution_id = $1 AND e.email_key >= $2 AND e.email_key < $2 || chr(1114111)
        AND NOT e.is_archived
      ORDER BY e.email_key LIMIT 20)
     UNION
     (SELECT n.* FROM (SELECT * FROM users t WHERE t.institution_id = $1
        ORDER BY t.created_at DESC, t.id DESC LIMIT 10000) AS n
      WHERE NOT n.is_archived AND ((n.name ILIKE $3 OR (octet_length(n.name) > length(n.name) AND normalize(n.name) ILIKE $3)) OR (n.email ILIKE $3 OR (octet_length(n.email) > length(n.email) AND normalize(n.email) ILIKE $3))) LIMIT 20)) AS u
   ORDER BY u.name, u.id LIMIT 20;

-- users_summaries_by_ids, $1 institutionId uuid, $2 ids uuid[]
SELECT t.id, t.email, t.name, t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.is_archived AS "isArchived", t.updated_at AS "updatedAt" FROM users t
   WHERE t.institution_id = $1 AND t.id = ANY($2);

-- users_update, $1 institutionId uuid, $2 id uuid, $3 email text, $4 emailKey text, $5 name text, $6 nameIsOwn boolean, $7 firstName text, $8 lastName text, $9 image text, $10 code text, $11 codeKey text, $12 isArchived boolean, $13 revision uuid, $14 updatedAt timestamp(3) with time zone
WITH changed AS (UPDATE users SET email = $3, email_key = $4, name = $5, name_is_own = $6, first_name = $7, last_name = $8, image = $9, code = $10, code_key = $11, is_archived = $12, revision = $13, updated_at = greatest(users.updated_at, $14)
   WHERE institution_id = $1 AND id = $2
     RETURNING users.institution_id AS institution_id, users.id, NULL::uuid AS before, users.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'user', changed.id, prior.revision, changed.after, $15::timestamptz, $16::text, $17::text, $18::text, $19::uuid, $20::text, $21::text, $22::uuid FROM changed JOIN users prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- users_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 email text[], $5 emailKey text[], $6 name text[], $7 nameIsOwn boolean[], $8 firstName text[], $9 lastName text[], $10 image text[], $11 code text[], $12 codeKey text[], $13 isArchived boolean[], $14 revision uuid[]
WITH changed AS (UPDATE users t SET updated_at = greatest(t.updated_at, $2), email = v.email, email_key = v.email_key, name = v.name, name_is_own = v.name_is_own, first_name = v.first_name, last_name = v.last_name, image = v.image, code = v.code, code_key = v.code_key, is_archived = v.is_archived, revision = v.revision
   FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::boolean[], $14::uuid[])
     AS v(id, email, email_key, name, name_is_own, first_name, last_name, image, code, code_key, is_archived, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'user', changed.id, prior.revision, changed.after, $15::timestamptz, $16::text, $17::text, $18::text, $19::uuid, $20::text, $21::text, $22::uuid FROM changed JOIN users prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;
