-- The statements of directory, as they are sent to PostgreSQL. Written by `npm run tables:write`.

-- courses_by_id, $1 institutionId uuid[], $2 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   CROSS JOIN LATERAL (SELECT t.id, t.code, t.name, t.layer_id AS "layerId", t.layer_name AS "layerName", t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM courses t
   WHERE t.institution_id = k.institution_id AND t.id = k.id LIMIT 1) AS found;

-- courses_by_layers, $1 institutionId uuid, $2 layers uuid[], $3 ids uuid[]
SELECT c.id, c.code, c.name, c.layer_id AS "layerId", c.layer_name AS "layerName", c.is_archived AS "isArchived" FROM courses c
   WHERE c.institution_id = $1 AND (c.layer_id = ANY($2::uuid[]) OR c.id = ANY($3::uuid[]));

-- courses_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 code text[], $7 codeKey text[], $8 name text[], $9 layerId uuid[], $10 layerName text[], $11 isArchived boolean[], $12 revision uuid[]
WITH changed AS (INSERT INTO courses (institution_id, created_at, updated_at, id, ref, code, code_key, name, layer_id, layer_name, is_archived, revision)
   SELECT $1, $2, $3, v.id, v.ref, v.code, v.code_key, v.name, v.layer_id, v.layer_name, v.is_archived, v.revision FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::uuid[], $10::text[], $11::boolean[], $12::uuid[])
     AS v(id, ref, code, code_key, name, layer_id, layer_name, is_archived, revision)
     RETURNING courses.institution_id AS institution_id, courses.id, NULL::uuid AS before, courses.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'course', changed.id, changed.before, changed.after, $13::timestamptz, $14::text, $15::text, $16::text, $17::uuid, $18::text, $19::text, $20::uuid FROM changed;

-- courses_list, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint
SELECT * FROM (SELECT t.id, t.code, t.name, t.layer_id AS "layerId", t.layer_name AS "layerName", t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM courses t
       WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3)
       ORDER BY t.created_at, t.id LIMIT 501) AS limited LIMIT $4;

-- courses_list_archived_or_not, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 isArchived boolean
SELECT * FROM (SELECT t.id, t.code, t.name, t.layer_id AS "layerId", t.layer_name AS "layerName", t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM courses t
       WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3) AND t.is_archived = $5
       ORDER BY t.created_at, t.id LIMIT 501) AS limited LIMIT $4;

-- courses_list_by_code, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 codeKey text, $6 isArchived boolean, $7 updatedSince timestamp(3) with time zone
SELECT * FROM (SELECT t.id, t.code, t.name, t.layer_id AS "layerId", t.layer_name AS "layerName", t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM courses t
       WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3) AND t.code_key = $5 AND t.updated_at >= $7
       AND ($6::boolean IS NULL OR t.is_archived = $6)
       ORDER BY t.created_at, t.id LIMIT 501) AS limited LIMIT $4;

-- courses_list_updated_since, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 updatedSince timestamp(3) with time zone, $6 isArchived boolean
SELECT found.* FROM (WITH near AS MATERIALIZED (
      SELECT sort, id FROM (
        SELECT t.created_at AS sort, t.id AS id, t.updated_at >= $5 AND ($6::boolean IS NULL OR t.is_archived = $6) AS is_shown FROM courses t WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3)
        ORDER BY t.created_at, t.id LIMIT $4 * 10::bigint) AS walked
      WHERE is_shown ORDER BY sort, id LIMIT $4),
    changes AS MATERIALIZED (
      SELECT t.created_at AS sort, t.id AS id, t.is_archived FROM courses t WHERE t.institution_id = $1
        AND t.updated_at >= $5 AND t.updated_at <= 'infinity' AND (SELECT count(*) FROM near) < $4
      ORDER BY t.updated_at LIMIT 10001)
    SELECT sort, id FROM (
      SELECT sort, id FROM near WHERE (SELECT count(*) FROM near) >= $4
      UNION ALL
      SELECT sort, id FROM changes c
      WHERE (SELECT count(*) FROM changes) <= 10000 AND (sort, id) > ($2, $3) AND true AND ($6::boolean IS NULL OR c.is_archived = $6)
      UNION ALL
      (SELECT t.created_at, t.id FROM courses t WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3) AND t.updated_at >= $5 AND ($6::boolean IS NULL OR t.is_archived = $6) AND (SELECT count(*) FROM changes) > 10000
       ORDER BY t.created_at, t.id LIMIT $4)) AS found
    ORDER BY sort, id LIMIT $4) AS page
    CROSS JOIN LATERAL (SELECT t.id, t.code, t.name, t.layer_id AS "layerId", t.layer_name AS "layerName", t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM courses t
      WHERE t.institution_id = $1 AND t.id = page.id LIMIT 1) AS found
    ORDER BY page.sort, page.id;

-- courses_list_with_ids, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 ids uuid[], $6 codeKey text, $7 isArchived boolean, $8 updatedSince timestamp(3) with time zone
SELECT t.id, t.code, t.name, t.layer_id AS "layerId", t.layer_name AS "layerName", t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM (SELECT * FROM courses WHERE institution_id = $1 AND id = ANY($5::uuid[]) OFFSET 0) t
     WHERE (t.created_at, t.id) > ($2, $3) AND t.updated_at >= $8 AND ($6::text IS NULL OR t.code_key = $6)
       AND ($7::boolean IS NULL OR t.is_archived = $7) ORDER BY t.created_at, t.id LIMIT $4;

-- courses_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.code, t.code_key AS "codeKey", t.name, t.layer_id AS "layerId", t.layer_name AS "layerName", t.is_archived AS "isArchived" FROM courses t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- courses_search, $1 institutionId uuid, $2 pattern text
SELECT c.id, c.code, c.name, c.layer_id AS "layerId", c.layer_name AS "layerName", c.is_archived AS "isArchived", c.revision, c.created_at AS "createdAt", c.updated_at AS "updatedAt" FROM (
     SELECT * FROM courses t WHERE t.institution_id = $1
     ORDER BY t.created_at DESC, t.id DESC LIMIT 10000) AS c
   WHERE NOT c.is_archived AND ((c.name ILIKE $2 OR (octet_length(c.name) > length(c.name) AND normalize(c.name) ILIKE $2)) OR (c.code ILIKE $2 OR (octet_length(c.code) > length(c.code) AND normalize(c.code) ILIKE $2)))
   ORDER BY c.name COLLATE "C", c.id LIMIT 20;

-- courses_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 code text[], $5 codeKey text[], $6 name text[], $7 layerId uuid[], $8 layerName text[], $9 isArchived boolean[], $10 revision uuid[]
WITH changed AS (UPDATE courses t SET updated_at = greatest(t.updated_at, $2), code = v.code, code_key = v.code_key, name = v.name, layer_id = v.layer_id, layer_name = v.layer_name, is_archived = v.is_archived, revision = v.revision
   FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::text[], $9::boolean[], $10::uuid[])
     AS v(id, code, code_key, name, layer_id, layer_name, is_archived, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'course', changed.id, prior.revision, changed.after, $11::timestamptz, $12::text, $13::text, $14::text, $15::uuid, $16::text, $17::text, $18::uuid FROM changed JOIN courses prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

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

-- people_imports_drop_oldest, $1 institutionId uuid, $2 sessionId uuid
DELETE FROM people_imports WHERE institution_id = $1 AND id IN (
     SELECT id FROM people_imports WHERE institution_id = $1 AND session_id = $2
     ORDER BY expires_at DESC, id DESC OFFSET 19);

-- people_imports_find, $1 institutionId uuid, $2 id uuid, $3 sessionId uuid, $4 at timestamp(3) with time zone
SELECT file, is_imported AS "isImported" FROM people_imports
   WHERE institution_id = $1 AND id = $2 AND session_id = $3 AND expires_at > $4;

-- people_imports_insert, $1 institutionId uuid, $2 id uuid, $3 sessionId uuid, $4 file bytea, $5 isImported boolean, $6 expiresAt timestamp(3) with time zone
INSERT INTO people_imports (institution_id, id, session_id, file, is_imported, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6);

-- people_imports_lock, $1 institutionId uuid, $2 id uuid
SELECT t.session_id AS "sessionId", t.file, t.is_imported AS "isImported", t.expires_at AS "expiresAt" FROM people_imports t
   WHERE t.institution_id = $1 AND t.id = $2 FOR NO KEY UPDATE;

-- people_imports_note_imported, $1 institutionId uuid, $2 id uuid
UPDATE people_imports SET file = '', is_imported = true
   WHERE institution_id = $1 AND id = $2;

-- people_imports_remove_expired, $1 before timestamp(3) with time zone, $2 limit bigint
DELETE FROM people_imports WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM people_imports WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2))
     AND expires_at <= $1 RETURNING 1 AS removed;

-- sync_allowances_insert, $1 institutionId uuid, $2 id uuid, $3 allowedAt timestamp(3) with time zone, $4 revision uuid
WITH changed AS (INSERT INTO sync_allowances (institution_id, id, allowed_at, revision)
   VALUES ($1, $2, $3, $4)
     RETURNING sync_allowances.institution_id AS institution_id, sync_allowances.id, NULL::uuid AS before, sync_allowances.revision AS after, json_build_object('allowedAt', sync_allowances.allowed_at) AS fields)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause, fields_before, fields_after)
   SELECT changed.institution_id, 'directory_sync', changed.id, changed.before, changed.after, $5::timestamptz, $6::text, $7::text, $8::text, $9::uuid, $10::text, $11::text, $12::uuid, NULL::json, changed.fields FROM changed;

-- sync_allowances_lock, $1 institutionId uuid, $2 id uuid
SELECT t.revision FROM sync_allowances t
   WHERE t.institution_id = $1 AND t.id = $2 FOR NO KEY UPDATE;

-- sync_allowances_update, $1 institutionId uuid, $2 id uuid, $3 allowedAt timestamp(3) with time zone, $4 revision uuid
WITH changed AS (UPDATE sync_allowances SET allowed_at = $3, revision = $4
   WHERE institution_id = $1 AND id = $2
     RETURNING sync_allowances.institution_id AS institution_id, sync_allowances.id, NULL::uuid AS before, sync_allowances.revision AS after, json_build_object('allowedAt', sync_allowances.allowed_at) AS fields)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause, fields_before, fields_after)
   SELECT changed.institution_id, 'directory_sync', changed.id, prior.revision, changed.after, $5::timestamptz, $6::text, $7::text, $8::text, $9::uuid, $10::text, $11::text, $12::uuid, json_build_object('allowedAt', prior.allowed_at), changed.fields FROM changed JOIN sync_allowances prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- sync_archivings_forget, $1 institutionId uuid, $2 integrationId uuid, $3 since timestamp(3) with time zone
DELETE FROM sync_archivings WHERE institution_id = $1
   AND integration_id = $2 AND archived_at <= $3 RETURNING 1 AS forgotten;

-- sync_archivings_held, $1 institutionId uuid, $2 since timestamp(3) with time zone
SELECT a.integration_id AS "integrationId", a.n::int AS archived FROM (
     SELECT s.integration_id, count(*) AS n FROM sync_archivings s
     WHERE s.institution_id = $1 AND s.archived_at > $2 GROUP BY s.integration_id
   ) AS a WHERE a.n > 20 AND (SELECT count(*) FROM (
     SELECT FROM users u WHERE u.institution_id = $1 AND NOT u.is_archived LIMIT 4 * a.n
   ) AS active) < 4 * a.n;

-- sync_archivings_lock, $1 institutionId text, $2 integrationId text
SELECT pg_advisory_xact_lock(hashtextextended($2, hashtextextended($1, 0))) AS locked;

-- sync_archivings_note, $1 institutionId uuid, $2 integrationId uuid, $3 archivedAt timestamp(3) with time zone, $4 userId uuid
INSERT INTO sync_archivings (institution_id, integration_id, archived_at, user_id)
   VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING;

-- sync_archivings_state, $1 institutionId uuid, $2 integrationId uuid
SELECT a.n > 20 AND (SELECT count(*) FROM (
     SELECT FROM users u WHERE u.institution_id = $1 AND NOT u.is_archived LIMIT 4 * a.n
   ) AS active) < 4 * a.n AS "isHeld", a.oldest FROM (
     SELECT count(*) AS n, min(s.archived_at) AS oldest FROM sync_archivings s
     WHERE s.institution_id = $1 AND s.integration_id = $2
   ) AS a WHERE a.n > 0;

-- user_group_members_counts_by_refs, $1 institutionId uuid, $2 refs text[], $3 exceptIds uuid[], $4 exceptRefs text[]
WITH omitted AS MATERIALIZED (
     SELECT unnest($3::uuid[]) AS id
     UNION SELECT g.id FROM user_groups g WHERE g.institution_id = $1 AND g.ref = ANY($4::text[]))
   SELECT wanted.ref, counted.count FROM unnest($2::text[]) AS wanted (ref)
   CROSS JOIN LATERAL (SELECT u.id FROM users u
     WHERE u.institution_id = $1 AND u.ref = wanted.ref LIMIT 1) AS found
   CROSS JOIN LATERAL (SELECT count(*)::integer AS count FROM user_group_members m
     WHERE m.institution_id = $1 AND m.user_id = found.id
       AND m.user_group_id NOT IN (SELECT o.id FROM omitted o)) AS counted
   WHERE counted.count > 0;

-- user_group_members_delete_rows, $1 institutionId uuid, $2 userGroupId uuid[], $3 userId uuid[]
DELETE FROM user_group_members t USING unnest($2::uuid[], $3::uuid[])
     AS v(user_group_id, user_id)
   WHERE t.institution_id = $1 AND t.user_group_id = v.user_group_id AND t.user_id = v.user_id;

-- user_group_members_ids_of_user, $1 institutionId uuid[], $2 userId uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, user_id, n)
   CROSS JOIN LATERAL (SELECT ARRAY(SELECT m.user_group_id FROM user_group_members m
     WHERE m.institution_id = k.institution_id AND m.user_id = k.user_id ORDER BY m.user_group_id) AS ids LIMIT 1) AS found;

-- user_group_members_insert_rows, $1 institutionId uuid, $2 userGroupId uuid[], $3 userId uuid[]
INSERT INTO user_group_members (institution_id, user_group_id, user_id)
   SELECT $1, v.user_group_id, v.user_id FROM unnest($2::uuid[], $3::uuid[])
     AS v(user_group_id, user_id);

-- user_group_members_of_refs, $1 institutionId uuid, $2 refs text[]
SELECT t.user_group_id AS "userGroupId", t.user_id AS "userId"
   FROM user_groups o
   JOIN user_group_members t ON t.institution_id = o.institution_id AND t.user_group_id = o.id
   WHERE o.institution_id = $1 AND o.ref = ANY($2);

-- user_group_members_of_users, $1 institutionId uuid, $2 userIds uuid[]
SELECT m.user_id AS "userId", m.user_group_id AS "userGroupId" FROM unnest($2::uuid[])
     AS wanted (id)
   JOIN user_group_members m ON m.institution_id = $1 AND m.user_id = wanted.id;

-- user_groups_by_id, $1 institutionId uuid[], $2 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   CROSS JOIN LATERAL (SELECT t.id, t.name, t.member_count AS "memberCount", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM user_groups t
   WHERE t.institution_id = k.institution_id AND t.id = k.id LIMIT 1) AS found;

-- user_groups_by_ids, $1 institutionId uuid, $2 ids uuid[]
SELECT t.id, t.name FROM user_groups t
   WHERE t.institution_id = $1 AND t.id = ANY($2);

-- user_groups_by_names, $1 institutionId uuid, $2 names text[]
SELECT g.id, g.ref, g.name, g.member_count AS "memberCount", g.revision FROM user_groups g
   WHERE g.institution_id = $1 AND g.name = ANY($2::text[]);

-- user_groups_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 name text[], $7 memberCount integer[], $8 revision uuid[]
WITH changed AS (INSERT INTO user_groups (institution_id, created_at, updated_at, id, ref, name, member_count, revision)
   SELECT $1, $2, $3, v.id, v.ref, v.name, v.member_count, v.revision FROM unnest($4::uuid[], $5::text[], $6::text[], $7::integer[], $8::uuid[])
     AS v(id, ref, name, member_count, revision)
     RETURNING user_groups.institution_id AS institution_id, user_groups.id, NULL::uuid AS before, user_groups.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'user_group', changed.id, changed.before, changed.after, $9::timestamptz, $10::text, $11::text, $12::text, $13::uuid, $14::text, $15::text, $16::uuid FROM changed;

-- user_groups_list, $1 institutionId uuid, $2 sort text, $3 id uuid, $4 limit bigint
SELECT * FROM (SELECT t.id, t.name, t.member_count AS "memberCount", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM user_groups t
       WHERE t.institution_id = $1 AND (t.name, t.id) > ($2, $3)
       ORDER BY t.name, t.id LIMIT 501) AS limited LIMIT $4;

-- user_groups_list_updated_since, $1 institutionId uuid, $2 sort text, $3 id uuid, $4 limit bigint, $5 updatedSince timestamp(3) with time zone
SELECT found.* FROM (WITH near AS MATERIALIZED (
      SELECT sort, id FROM (
        SELECT t.name AS sort, t.id AS id, t.updated_at >= $5 AS is_shown FROM user_groups t WHERE t.institution_id = $1 AND (t.name, t.id) > ($2, $3)
        ORDER BY t.name, t.id LIMIT $4 * 10::bigint) AS walked
      WHERE is_shown ORDER BY sort, id LIMIT $4),
    changes AS MATERIALIZED (
      SELECT t.name AS sort, t.id AS id FROM user_groups t WHERE t.institution_id = $1
        AND t.updated_at >= $5 AND t.updated_at <= 'infinity' AND (SELECT count(*) FROM near) < $4
      ORDER BY t.updated_at LIMIT 10001)
    SELECT sort, id FROM (
      SELECT sort, id FROM near WHERE (SELECT count(*) FROM near) >= $4
      UNION ALL
      SELECT sort, id FROM changes c
      WHERE (SELECT count(*) FROM changes) <= 10000 AND (sort, id) > ($2, $3) AND true
      UNION ALL
      (SELECT t.name, t.id FROM user_groups t WHERE t.institution_id = $1 AND (t.name, t.id) > ($2, $3) AND t.updated_at >= $5 AND (SELECT count(*) FROM changes) > 10000
       ORDER BY t.name, t.id LIMIT $4)) AS found
    ORDER BY sort, id LIMIT $4) AS page
    CROSS JOIN LATERAL (SELECT g.id, g.name, g.member_count AS "memberCount", g.revision, g.created_at AS "createdAt", g.updated_at AS "updatedAt" FROM user_groups g
      WHERE g.institution_id = $1 AND g.id = page.id LIMIT 1) AS found
    ORDER BY page.sort, page.id;

-- user_groups_list_with_ids, $1 institutionId uuid, $2 sort text, $3 id uuid, $4 limit bigint, $5 ids uuid[], $6 updatedSince timestamp(3) with time zone
SELECT t.id, t.name, t.member_count AS "memberCount", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM (SELECT * FROM user_groups WHERE institution_id = $1 AND id = ANY($5::uuid[]) OFFSET 0) t
     WHERE (t.name, t.id) > ($2, $3) AND t.updated_at >= $6 ORDER BY t.name, t.id LIMIT $4;

-- user_groups_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.name, t.member_count AS "memberCount" FROM user_groups t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- user_groups_of_user, $1 institutionId uuid, $2 userId uuid
SELECT g.id, g.name FROM user_group_members m
   JOIN user_groups g ON g.institution_id = m.institution_id AND g.id = m.user_group_id
   WHERE m.institution_id = $1 AND m.user_id = $2 ORDER BY g.name, g.id LIMIT 100;

-- user_groups_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 name text[], $5 memberCount integer[], $6 revision uuid[]
WITH changed AS (UPDATE user_groups t SET updated_at = greatest(t.updated_at, $2), name = v.name, member_count = v.member_count, revision = v.revision
   FROM unnest($3::uuid[], $4::text[], $5::integer[], $6::uuid[])
     AS v(id, name, member_count, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'user_group', changed.id, prior.revision, changed.after, $7::timestamptz, $8::text, $9::text, $10::text, $11::uuid, $12::text, $13::text, $14::uuid FROM changed JOIN user_groups prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- user_groups_whole_by_ids, $1 institutionId uuid, $2 ids uuid[]
SELECT t.id, t.ref, t.name, t.member_count AS "memberCount", t.revision FROM user_groups t
   WHERE t.institution_id = $1 AND t.id = ANY($2);

-- users_by_code_key, $1 institutionId uuid[], $2 codeKey text[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS k(institution_id, code_key, n)
   CROSS JOIN LATERAL (SELECT t.id, t.email, t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM users t
   WHERE t.institution_id = k.institution_id AND t.code_key = k.code_key LIMIT 1) AS found;

-- users_by_email_key, $1 institutionId uuid[], $2 emailKey text[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS k(institution_id, email_key, n)
   CROSS JOIN LATERAL (SELECT t.id, t.email, t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM users t
   WHERE t.institution_id = k.institution_id AND t.email_key = k.email_key LIMIT 1) AS found;

-- users_by_email_keys, $1 institutionId uuid, $2 emailKeys text[]
SELECT found.* FROM unnest($2::text[]) AS wanted (value)
   CROSS JOIN LATERAL (SELECT t.id, t.ref, t.email, t.email_key AS "emailKey", t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.code_key AS "codeKey", t.is_archived AS "isArchived", t.external_id AS "externalId", t.is_removed AS "isRemoved", t.revision FROM users t
     WHERE t.institution_id = $1 AND t.email_key >= wanted.value ORDER BY t.email_key LIMIT 1) AS found
   WHERE found."emailKey" = wanted.value;

-- users_by_external_id, $1 institutionId uuid[], $2 externalId text[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS k(institution_id, external_id, n)
   CROSS JOIN LATERAL (SELECT t.id, t.email, t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.is_archived AS "isArchived", t.external_id AS "externalId", t.is_removed AS "isRemoved", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM users t
   WHERE t.institution_id = k.institution_id AND t.external_id = k.external_id AND NOT t.is_removed LIMIT 1) AS found;

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

-- users_count_active, $1 institutionId uuid, $2 limit bigint
SELECT count(*)::integer AS active FROM (SELECT FROM users u
     WHERE u.institution_id = $1 AND NOT u.is_archived LIMIT $2) AS active;

-- users_count_synced, $1 institutionId uuid, $2 isArchived boolean
SELECT count(*)::int AS total FROM users t
   WHERE t.institution_id = $1 AND NOT t.is_removed AND ($2::boolean IS NULL OR t.is_archived = $2);

-- users_find, $1 institutionId uuid, $2 sort text, $3 id uuid, $4 limit bigint, $5 states boolean[], $6 pattern text
WITH found AS MATERIALIZED (
     SELECT * FROM users f
     WHERE f.institution_id = $1 AND lower(normalize(f.name || E'\n' || f.email || E'\n' || COALESCE(f.code, '')) COLLATE pg_c_utf8) LIKE lower(normalize($6) COLLATE pg_c_utf8)
     LIMIT 5001)
   SELECT u.id, u.email, u.name, u.name_is_own AS "nameIsOwn", u.first_name AS "firstName", u.last_name AS "lastName", u.image, u.code, u.is_archived AS "isArchived", u.revision, u.created_at AS "createdAt", u.updated_at AS "updatedAt", (SELECT count(*) FROM found)::integer AS matches FROM found u
   WHERE (SELECT count(*) FROM found) > 5000
     OR (u.is_archived = ANY($5::boolean[]) AND (u.name COLLATE "C", u.id) > ($2, $3)) ORDER BY u.name COLLATE "C", u.id LIMIT $4;

-- users_give_up_keys, $1 institutionId uuid, $2 code text, $3 codeKey text, $4 id uuid[], $5 emailKey text[]
UPDATE users t SET code = $2, code_key = $3, email_key = v.email_key
   FROM unnest($4::uuid[], $5::text[])
     AS v(id, email_key)
   WHERE t.institution_id = $1 AND t.id = v.id;

-- users_insert, $1 institutionId uuid, $2 id uuid, $3 ref text, $4 email text, $5 emailKey text, $6 name text, $7 nameIsOwn boolean, $8 firstName text, $9 lastName text, $10 image text, $11 code text, $12 codeKey text, $13 isArchived boolean, $14 externalId text, $15 isRemoved boolean, $16 revision uuid, $17 createdAt timestamp(3) with time zone, $18 updatedAt timestamp(3) with time zone
WITH changed AS (INSERT INTO users (institution_id, id, ref, email, email_key, name, name_is_own, first_name, last_name, image, code, code_key, is_archived, external_id, is_removed, revision, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
     RETURNING users.institution_id AS institution_id, users.id, NULL::uuid AS before, users.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'user', changed.id, changed.before, changed.after, $19::timestamptz, $20::text, $21::text, $22::text, $23::uuid, $24::text, $25::text, $26::uuid FROM changed;

-- users_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 email text[], $7 emailKey text[], $8 name text[], $9 nameIsOwn boolean[], $10 firstName text[], $11 lastName text[], $12 image text[], $13 code text[], $14 codeKey text[], $15 isArchived boolean[], $16 externalId text[], $17 isRemoved boolean[], $18 revision uuid[]
WITH changed AS (INSERT INTO users (institution_id, created_at, updated_at, id, ref, email, email_key, name, name_is_own, first_name, last_name, image, code, code_key, is_archived, external_id, is_removed, revision)
   SELECT $1, $2, $3, v.id, v.ref, v.email, v.email_key, v.name, v.name_is_own, v.first_name, v.last_name, v.image, v.code, v.code_key, v.is_archived, v.external_id, v.is_removed, v.revision FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::boolean[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::boolean[], $16::text[], $17::boolean[], $18::uuid[])
     AS v(id, ref, email, email_key, name, name_is_own, first_name, last_name, image, code, code_key, is_archived, external_id, is_removed, revision)
     RETURNING users.institution_id AS institution_id, users.id, NULL::uuid AS before, users.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'user', changed.id, changed.before, changed.after, $19::timestamptz, $20::text, $21::text, $22::text, $23::uuid, $24::text, $25::text, $26::uuid FROM changed;

-- users_key_holders, $1 institutionId uuid, $2 emails text[], $3 codes text[]
SELECT id, email_key AS "emailKey", code_key AS "codeKey" FROM users
     WHERE institution_id = $1 AND email_key = ANY($2::text[]) UNION SELECT id, email_key AS "emailKey", code_key AS "codeKey" FROM users
     WHERE institution_id = $1 AND code_key = ANY($3::text[]);

-- users_list, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint
SELECT * FROM (SELECT t.id, t.email, t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM users t
       WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3)
       ORDER BY t.created_at, t.id LIMIT 501) AS limited LIMIT $4;

-- users_list_archived_or_not, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 isArchived boolean
SELECT * FROM (SELECT t.id, t.email, t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM users t
       WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3) AND t.is_archived = $5
       ORDER BY t.created_at, t.id LIMIT 501) AS limited LIMIT $4;

-- users_list_of_group, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 userGroupId uuid, $6 isArchived boolean, $7 ids uuid[]
SELECT t.* FROM (SELECT m.user_id FROM user_group_members m
     WHERE m.institution_id = $1 AND m.user_group_id = $5
       AND ($7::uuid[]::uuid[] IS NULL OR m.user_id = ANY($7::uuid[]::uuid[])) OFFSET 0) AS member
   CROSS JOIN LATERAL (SELECT u.id, u.email, u.name, u.name_is_own AS "nameIsOwn", u.first_name AS "firstName", u.last_name AS "lastName", u.image, u.code, u.is_archived AS "isArchived", u.revision, u.created_at AS "createdAt", u.updated_at AS "updatedAt" FROM users u
     WHERE u.institution_id = $1 AND u.id = member.user_id LIMIT 1) AS t
   WHERE (t."createdAt", t.id) > ($2, $3) AND ($6::boolean IS NULL OR t."isArchived" = $6)
   ORDER BY t."createdAt", t.id LIMIT $4;

-- users_list_of_large_group, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 userGroupId uuid, $6 isArchived boolean
SELECT * FROM (SELECT t.id, t.email, t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM users t
       WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3) AND ($6::boolean IS NULL OR t.is_archived = $6)
     AND (SELECT true FROM user_group_members m WHERE m.institution_id = t.institution_id
       AND m.user_group_id = $5 AND m.user_id = t.id)
       ORDER BY t.created_at, t.id LIMIT 501) AS limited LIMIT $4;

-- users_list_synced, $1 institutionId uuid, $2 isArchived boolean, $3 offset integer, $4 limit integer
SELECT t.id, t.email, t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.is_archived AS "isArchived", t.external_id AS "externalId", t.is_removed AS "isRemoved", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM users t
   WHERE t.institution_id = $1 AND NOT t.is_removed AND ($2::boolean IS NULL OR t.is_archived = $2)
   ORDER BY t.created_at, t.id OFFSET $3::int LIMIT $4::int;

-- users_list_updated_since, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 updatedSince timestamp(3) with time zone, $6 isArchived boolean
SELECT found.* FROM (WITH near AS MATERIALIZED (
      SELECT sort, id FROM (
        SELECT t.created_at AS sort, t.id AS id, t.updated_at >= $5 AND ($6::boolean IS NULL OR t.is_archived = $6) AS is_shown FROM users t WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3)
        ORDER BY t.created_at, t.id LIMIT $4 * 10::bigint) AS walked
      WHERE is_shown ORDER BY sort, id LIMIT $4),
    changes AS MATERIALIZED (
      SELECT t.created_at AS sort, t.id AS id, t.is_archived FROM users t WHERE t.institution_id = $1
        AND t.updated_at >= $5 AND t.updated_at <= 'infinity' AND (SELECT count(*) FROM near) < $4
      ORDER BY t.updated_at LIMIT 10001)
    SELECT sort, id FROM (
      SELECT sort, id FROM near WHERE (SELECT count(*) FROM near) >= $4
      UNION ALL
      SELECT sort, id FROM changes c
      WHERE (SELECT count(*) FROM changes) <= 10000 AND (sort, id) > ($2, $3) AND true AND ($6::boolean IS NULL OR c.is_archived = $6)
      UNION ALL
      (SELECT t.created_at, t.id FROM users t WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3) AND t.updated_at >= $5 AND ($6::boolean IS NULL OR t.is_archived = $6) AND (SELECT count(*) FROM changes) > 10000
       ORDER BY t.created_at, t.id LIMIT $4)) AS found
    ORDER BY sort, id LIMIT $4) AS page
    CROSS JOIN LATERAL (SELECT t.id, t.email, t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM users t
      WHERE t.institution_id = $1 AND t.id = page.id LIMIT 1) AS found
    ORDER BY page.sort, page.id;

-- users_list_with_ids, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 ids uuid[], $6 isArchived boolean, $7 updatedSince timestamp(3) with time zone
SELECT t.id, t.email, t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.is_archived AS "isArchived", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM (SELECT * FROM users WHERE institution_id = $1 AND id = ANY($5::uuid[]) OFFSET 0) t
     WHERE (t.created_at, t.id) > ($2, $3) AND t.updated_at >= $7 AND ($6::boolean IS NULL OR t.is_archived = $6) ORDER BY t.created_at, t.id LIMIT $4;

-- users_lock, $1 institutionId uuid, $2 id uuid
SELECT t.id, t.email, t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.is_archived AS "isArchived", t.external_id AS "externalId", t.is_removed AS "isRemoved", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM users t
   WHERE t.institution_id = $1 AND t.id = $2 FOR NO KEY UPDATE;

-- users_lock_by_email_key, $1 institutionId uuid, $2 emailKey text
SELECT t.id, t.email, t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.is_archived AS "isArchived", t.external_id AS "externalId", t.is_removed AS "isRemoved", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM users t
   WHERE t.institution_id = $1 AND t.email_key = $2 FOR NO KEY UPDATE;

-- users_lock_by_external_id, $1 institutionId uuid, $2 externalId text
SELECT t.id, t.email, t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.is_archived AS "isArchived", t.external_id AS "externalId", t.is_removed AS "isRemoved", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM users t
   WHERE t.institution_id = $1 AND t.external_id = $2 FOR NO KEY UPDATE;

-- users_lock_by_ids, $1 institutionId uuid, $2 ids uuid[]
SELECT found.* FROM unnest($2::uuid[]) AS wanted (value)
   CROSS JOIN LATERAL (SELECT t.id, t.ref, t.email, t.email_key AS "emailKey", t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.code_key AS "codeKey", t.is_archived AS "isArchived", t.external_id AS "externalId", t.is_removed AS "isRemoved", t.revision FROM users t
     WHERE t.institution_id = $1 AND t.id >= wanted.value ORDER BY t.id LIMIT 1 FOR NO KEY UPDATE) AS found
   WHERE found.id = wanted.value;

-- users_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.email, t.email_key AS "emailKey", t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.code_key AS "codeKey", t.is_archived AS "isArchived", t.external_id AS "externalId", t.is_removed AS "isRemoved" FROM users t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- users_read_on, $1 institutionId uuid, $2 sort text, $3 id uuid, $4 limit bigint, $5 states boolean[], $6 pattern text, $7 atMost bigint
SELECT u.id, u.email, u.name, u.name_is_own AS "nameIsOwn", u.first_name AS "firstName", u.last_name AS "lastName", u.image, u.code, u.is_archived AS "isArchived", u.revision, u.created_at AS "createdAt", u.updated_at AS "updatedAt", u.is_match AS "isMatch", u.nth::integer FROM (
     SELECT n.*, (n.name ILIKE $6 OR (octet_length(n.name) > length(n.name) AND normalize(n.name) ILIKE $6)) OR (n.email ILIKE $6 OR (octet_length(n.email) > length(n.email) AND normalize(n.email) ILIKE $6)) OR coalesce((n.code ILIKE $6 OR (octet_length(n.code) > length(n.code) AND normalize(n.code) ILIKE $6)), false) AS is_match
     FROM (SELECT s.*, row_number() OVER (ORDER BY s.name COLLATE "C", s.id) AS nth
       FROM ((SELECT * FROM (
       SELECT *, t.name COLLATE "C" AS plain_name FROM users t
       WHERE t.institution_id = $1 AND t.is_archived = false AND false = ANY($5::boolean[])
         AND (t.name COLLATE "C", t.id) > ($2, $3)
       ORDER BY t.name COLLATE "C", t.id LIMIT 5000) AS limited LIMIT $7) UNION ALL (SELECT * FROM (
       SELECT *, t.name COLLATE "C" AS plain_name FROM users t
       WHERE t.institution_id = $1 AND t.is_archived = true AND true = ANY($5::boolean[])
         AND (t.name COLLATE "C", t.id) > ($2, $3)
       ORDER BY t.name COLLATE "C", t.id LIMIT 5000) AS limited LIMIT $7) ORDER BY plain_name, id LIMIT $7) AS s) AS n) AS u
   WHERE u.is_match OR u.nth = $7 ORDER BY u.nth LIMIT $4;

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
   ORDER BY u.name COLLATE "C", u.id LIMIT 20;

-- users_summaries_by_ids, $1 institutionId uuid, $2 ids uuid[]
SELECT t.id, t.email, t.name, t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.is_archived AS "isArchived", t.updated_at AS "updatedAt" FROM users t
   WHERE t.institution_id = $1 AND t.id = ANY($2);

-- users_synced_by_email_key, $1 institutionId uuid[], $2 emailKey text[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS k(institution_id, email_key, n)
   CROSS JOIN LATERAL (SELECT t.id, t.email, t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.is_archived AS "isArchived", t.external_id AS "externalId", t.is_removed AS "isRemoved", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM users t
   WHERE t.institution_id = k.institution_id AND t.email_key = k.email_key AND NOT t.is_removed LIMIT 1) AS found;

-- users_synced_by_id, $1 institutionId uuid[], $2 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   CROSS JOIN LATERAL (SELECT t.id, t.email, t.name, t.name_is_own AS "nameIsOwn", t.first_name AS "firstName", t.last_name AS "lastName", t.image, t.code, t.is_archived AS "isArchived", t.external_id AS "externalId", t.is_removed AS "isRemoved", t.revision, t.created_at AS "createdAt", t.updated_at AS "updatedAt" FROM users t
   WHERE t.institution_id = k.institution_id AND t.id = k.id AND NOT t.is_removed LIMIT 1) AS found;

-- users_update, $1 institutionId uuid, $2 id uuid, $3 email text, $4 emailKey text, $5 name text, $6 nameIsOwn boolean, $7 firstName text, $8 lastName text, $9 image text, $10 code text, $11 codeKey text, $12 isArchived boolean, $13 externalId text, $14 isRemoved boolean, $15 revision uuid, $16 updatedAt timestamp(3) with time zone
WITH changed AS (UPDATE users SET email = $3, email_key = $4, name = $5, name_is_own = $6, first_name = $7, last_name = $8, image = $9, code = $10, code_key = $11, is_archived = $12, external_id = $13, is_removed = $14, revision = $15, updated_at = greatest(users.updated_at, $16)
   WHERE institution_id = $1 AND id = $2
     RETURNING users.institution_id AS institution_id, users.id, NULL::uuid AS before, users.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'user', changed.id, prior.revision, changed.after, $17::timestamptz, $18::text, $19::text, $20::text, $21::uuid, $22::text, $23::text, $24::uuid FROM changed JOIN users prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- users_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 email text[], $5 emailKey text[], $6 name text[], $7 nameIsOwn boolean[], $8 firstName text[], $9 lastName text[], $10 image text[], $11 code text[], $12 codeKey text[], $13 isArchived boolean[], $14 externalId text[], $15 isRemoved boolean[], $16 revision uuid[]
WITH changed AS (UPDATE users t SET updated_at = greatest(t.updated_at, $2), email = v.email, email_key = v.email_key, name = v.name, name_is_own = v.name_is_own, first_name = v.first_name, last_name = v.last_name, image = v.image, code = v.code, code_key = v.code_key, is_archived = v.is_archived, external_id = v.external_id, is_removed = v.is_removed, revision = v.revision
   FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::boolean[], $14::text[], $15::boolean[], $16::uuid[])
     AS v(id, email, email_key, name, name_is_own, first_name, last_name, image, code, code_key, is_archived, external_id, is_removed, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'user', changed.id, prior.revision, changed.after, $17::timestamptz, $18::text, $19::text, $20::text, $21::uuid, $22::text, $23::text, $24::uuid FROM changed JOIN users prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;
