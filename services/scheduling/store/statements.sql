-- The statements of scheduling, as they are sent to PostgreSQL. Written by `npm run tables:write`.

-- appointment_links_delete_rows, $1 institutionId uuid, $2 kind text[], $3 targetId uuid[], $4 isDeleted boolean[], $5 dateTime timestamp(3) with time zone[], $6 appointmentId uuid[]
DELETE FROM appointment_links t USING unnest($2::text[], $3::uuid[], $4::boolean[], $5::timestamp(3) with time zone[], $6::uuid[])
     AS v(kind, target_id, is_deleted, date_time, appointment_id)
   WHERE t.institution_id = $1 AND t.kind = v.kind AND t.target_id = v.target_id AND t.is_deleted = v.is_deleted AND t.date_time = v.date_time AND t.appointment_id = v.appointment_id;

-- appointment_links_insert_rows, $1 institutionId uuid[], $2 appointmentId uuid[], $3 kind text[], $4 targetId uuid[], $5 dateTime timestamp(3) with time zone[], $6 isDeleted boolean[]
INSERT INTO appointment_links (institution_id, appointment_id, kind, target_id, date_time, is_deleted)
   SELECT v.institution_id, v.appointment_id, v.kind, v.target_id, v.date_time, v.is_deleted FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::timestamp(3) with time zone[], $6::boolean[])
     AS v(institution_id, appointment_id, kind, target_id, date_time, is_deleted);

-- appointment_types_by_ids, $1 institutionId uuid, $2 ids uuid[]
SELECT t.id, t.name, t.color FROM appointment_types t
   WHERE t.institution_id = $1 AND t.id = ANY($2);

-- appointment_types_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 name text[], $7 color text[], $8 revision uuid[]
WITH changed AS (INSERT INTO appointment_types (institution_id, created_at, updated_at, id, ref, name, color, revision)
   SELECT $1, $2, $3, v.id, v.ref, v.name, v.color, v.revision FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::uuid[])
     AS v(id, ref, name, color, revision)
     RETURNING appointment_types.institution_id AS institution_id, appointment_types.id, NULL::uuid AS before, appointment_types.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'appointment_type', changed.id, changed.before, changed.after, $9::timestamptz, $10::text, $11::text, $12::text, $13::uuid, $14::text, $15::text, $16::uuid FROM changed;

-- appointment_types_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.name, t.color FROM appointment_types t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- appointment_types_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 name text[], $5 color text[], $6 revision uuid[]
WITH changed AS (UPDATE appointment_types t SET updated_at = greatest(t.updated_at, $2), name = v.name, color = v.color, revision = v.revision
   FROM unnest($3::uuid[], $4::text[], $5::text[], $6::uuid[])
     AS v(id, name, color, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'appointment_type', changed.id, prior.revision, changed.after, $7::timestamptz, $8::text, $9::text, $10::text, $11::uuid, $12::text, $13::text, $14::uuid FROM changed JOIN appointment_types prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- appointments_by_id, $1 institutionId uuid[], $2 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   CROSS JOIN LATERAL (SELECT a.id AS "id", a.title AS "title", a.notes AS "notes", a.date_time AS "dateTime", a.duration AS "duration", a.is_online AS "isOnline", a.is_hybrid AS "isHybrid", a.online_address AS "onlineAddress", a.address AS "address", a.address_is_own AS "addressIsOwn", a.location AS "location", a.provider AS "provider", a.layer_ids AS "layerIds", a.course_ids AS "courseIds", a.room_ids AS "roomIds", a.setup_ids AS "setupIds", a.organizer_ids AS "organizerIds", a.user_ids AS "userIds", a.user_group_ids AS "userGroupIds", a.creator_user_id AS "creatorUserId", a.sequence AS "sequence", a.revision AS "revision", a.created_at AS "createdAt", a.updated_at AS "updatedAt", (SELECT json_build_object('id', t.id, 'name', t.name, 'color', t.color) FROM appointment_types t
   WHERE t.institution_id = a.institution_id AND t.id = a.appointment_type_id) AS "appointmentType" FROM appointments a
   WHERE a.institution_id = k.institution_id AND a.id = k.id AND a.deleted_at IS NULL LIMIT 1) AS found;

-- appointments_calendar_entries, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 kinds text[], $6 targetIds uuid[], $7 deletedAfter timestamp(3) with time zone
SELECT a.deleted_at AS "deletedAt", a.id AS "id", a.title AS "title", a.notes AS "notes", a.date_time AS "dateTime", a.duration AS "duration", a.is_online AS "isOnline", a.is_hybrid AS "isHybrid", a.online_address AS "onlineAddress", a.address AS "address", a.address_is_own AS "addressIsOwn", a.location AS "location", a.provider AS "provider", '{}'::uuid[] AS "layerIds", '{}'::uuid[] AS "courseIds", a.room_ids AS "roomIds", '{}'::uuid[] AS "setupIds", a.organizer_ids[1:1] AS "organizerIds", '{}'::uuid[] AS "userIds", '{}'::uuid[] AS "userGroupIds", a.creator_user_id AS "creatorUserId", a.sequence AS "sequence", a.revision AS "revision", a.created_at AS "createdAt", a.updated_at AS "updatedAt", NULL::json AS "appointmentType", a.has_next AS "hasNext" FROM (
    SELECT a.*, row_number() OVER page AS nth_row, lead(true) OVER page IS NOT NULL AS has_next,
      sum(500 + coalesce(octet_length(a.notes), 0) + 40 * cardinality(a.room_ids)) OVER (page ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (SELECT * FROM appointments WHERE institution_id = $1 AND id = ANY(ARRAY(SELECT entry.appointment_id FROM (
      SELECT DISTINCT e.date_time, e.appointment_id FROM unnest($5::text[], $6::uuid[]) AS t (kind, target_id)
      CROSS JOIN LATERAL ((SELECT l.date_time, l.appointment_id FROM appointment_links l
      WHERE l.institution_id = $1 AND l.kind = t.kind AND l.target_id = t.target_id
        AND (l.date_time, l.appointment_id) < ($2, $3) AND NOT l.is_deleted
      ORDER BY l.date_time DESC, l.appointment_id DESC LIMIT $4) UNION ALL (SELECT l.date_time, l.appointment_id FROM appointment_links l
      WHERE l.institution_id = $1 AND l.kind = t.kind AND l.target_id = t.target_id
        AND (l.date_time, l.appointment_id) < ($2, $3) AND l.is_deleted AND (SELECT d.deleted_at > $7 FROM appointments d
        WHERE d.institution_id = $1 AND d.id = l.appointment_id)
      ORDER BY l.date_time DESC, l.appointment_id DESC LIMIT $4)) AS e) AS entry
    ORDER BY entry.date_time DESC, entry.appointment_id DESC LIMIT $4))) AS a
    WINDOW page AS (ORDER BY a.date_time DESC, a.id DESC)) AS a
  WHERE a.nth_row < $4 AND (a.bytes_before IS NULL OR a.bytes_before < 1048576)
  ORDER BY a.date_time DESC, a.id DESC;

-- appointments_calendar_version, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 kinds text[], $6 targetIds uuid[], $7 deletedAfter timestamp(3) with time zone
WITH shown AS MATERIALIZED (SELECT updated_at, revision, organizer_ids[1] AS organizer_id, room_ids FROM appointments WHERE institution_id = $1 AND id = ANY(ARRAY(SELECT entry.appointment_id FROM (
      SELECT DISTINCT e.date_time, e.appointment_id FROM unnest($5::text[], $6::uuid[]) AS t (kind, target_id)
      CROSS JOIN LATERAL ((SELECT l.date_time, l.appointment_id FROM appointment_links l
      WHERE l.institution_id = $1 AND l.kind = t.kind AND l.target_id = t.target_id
        AND (l.date_time, l.appointment_id) < ($2, $3) AND NOT l.is_deleted
      ORDER BY l.date_time DESC, l.appointment_id DESC LIMIT $4) UNION ALL (SELECT l.date_time, l.appointment_id FROM appointment_links l
      WHERE l.institution_id = $1 AND l.kind = t.kind AND l.target_id = t.target_id
        AND (l.date_time, l.appointment_id) < ($2, $3) AND l.is_deleted AND (SELECT d.deleted_at > $7 FROM appointments d
        WHERE d.institution_id = $1 AND d.id = l.appointment_id)
      ORDER BY l.date_time DESC, l.appointment_id DESC LIMIT $4)) AS e) AS entry
    ORDER BY entry.date_time DESC, entry.appointment_id DESC LIMIT $4)))
   SELECT count(*)::integer AS count, max(updated_at) AS "latestChange",
     coalesce(bit_xor(uuid_hash_extended(revision, 0)), 0)::text AS revisions,
     ARRAY(SELECT DISTINCT organizer_id FROM shown WHERE organizer_id IS NOT NULL ORDER BY organizer_id) AS "organizerIds",
     ARRAY(SELECT DISTINCT room_id FROM shown, unnest(room_ids) AS room_id ORDER BY room_id) AS "roomIds"
   FROM shown;

-- appointments_insert, $1 institutionId uuid, $2 id uuid, $3 title text, $4 notes text, $5 dateTime timestamp(3) with time zone, $6 duration integer, $7 isOnline boolean, $8 isHybrid boolean, $9 onlineAddress text, $10 address text, $11 addressIsOwn boolean, $12 location text, $13 provider text, $14 layerIds uuid[], $15 courseIds uuid[], $16 roomIds uuid[], $17 setupIds uuid[], $18 organizerIds uuid[], $19 userIds uuid[], $20 userGroupIds uuid[], $21 creatorUserId uuid, $22 appointmentTypeId uuid, $23 sequence integer, $24 revision uuid, $25 createdAt timestamp(3) with time zone, $26 updatedAt timestamp(3) with time zone
WITH changed AS (INSERT INTO appointments (institution_id, id, title, notes, date_time, duration, is_online, is_hybrid, online_address, address, address_is_own, location, provider, layer_ids, course_ids, room_ids, setup_ids, organizer_ids, user_ids, user_group_ids, creator_user_id, appointment_type_id, sequence, revision, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26)
     RETURNING appointments.institution_id AS institution_id, appointments.id, NULL::uuid AS before, CASE WHEN appointments.deleted_at IS NULL THEN appointments.revision END AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'appointment', changed.id, changed.before, changed.after, $27::timestamptz, $28::text, $29::text, $30::text, $31::uuid, $32::text, $33::text, $34::uuid FROM changed;

-- appointments_list, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 to timestamp(3) with time zone, $6 omit text[]
SELECT a.id AS "id", a.title AS "title", CASE WHEN 'notes' = ANY($6::text[]) THEN NULL ELSE a.notes END AS "notes", a.date_time AS "dateTime", a.duration AS "duration", a.is_online AS "isOnline", a.is_hybrid AS "isHybrid", a.online_address AS "onlineAddress", a.address AS "address", a.address_is_own AS "addressIsOwn", a.location AS "location", a.provider AS "provider", CASE WHEN 'layers' = ANY($6::text[]) THEN '{}' ELSE a.layer_ids END AS "layerIds", CASE WHEN 'layers' = ANY($6::text[]) THEN '{}' ELSE a.course_ids END AS "courseIds", CASE WHEN 'rooms' = ANY($6::text[]) THEN '{}' ELSE a.room_ids END AS "roomIds", CASE WHEN 'rooms' = ANY($6::text[]) THEN '{}' ELSE a.setup_ids END AS "setupIds", CASE WHEN 'organizer_ids' = ANY($6::text[]) THEN '{}' ELSE a.organizer_ids END AS "organizerIds", CASE WHEN 'user_ids' = ANY($6::text[]) THEN '{}' ELSE a.user_ids END AS "userIds", CASE WHEN 'user_group_ids' = ANY($6::text[]) THEN '{}' ELSE a.user_group_ids END AS "userGroupIds", a.creator_user_id AS "creatorUserId", a.sequence AS "sequence", a.revision AS "revision", a.created_at AS "createdAt", a.updated_at AS "updatedAt", (SELECT json_build_object('id', t.id, 'name', t.name, 'color', t.color) FROM appointment_types t
   WHERE t.institution_id = a.institution_id AND t.id = a.appointment_type_id) AS "appointmentType", a.has_next AS "hasNext" FROM (
    SELECT a.*, row_number() OVER page AS nth_row, lead(true) OVER page IS NOT NULL AS has_next,
      sum(1000 + CASE WHEN 'notes' = ANY($6::text[]) THEN 0 ELSE coalesce(octet_length(a.notes), 0) END + CASE WHEN 'rooms' = ANY($6::text[]) THEN 0 ELSE 700 * cardinality(a.room_ids) END + CASE WHEN 'layers' = ANY($6::text[]) THEN 0 ELSE 300 * cardinality(a.layer_ids) END + CASE WHEN 'organizer_ids' = ANY($6::text[]) THEN 0 ELSE 60 * cardinality(a.organizer_ids) END + CASE WHEN 'user_ids' = ANY($6::text[]) THEN 0 ELSE 300 * cardinality(a.user_ids) END + CASE WHEN 'user_group_ids' = ANY($6::text[]) THEN 0 ELSE 180 * cardinality(a.user_group_ids) END) OVER (page ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (SELECT * FROM (SELECT * FROM appointments
    WHERE institution_id = $1 AND deleted_at IS NULL AND (date_time, id) > ($2, $3) AND date_time < $5
    ORDER BY date_time, id LIMIT 501) AS limited LIMIT $4) AS a
    WINDOW page AS (ORDER BY a.date_time, a.id)) AS a
  WHERE a.nth_row < $4 AND (a.bytes_before IS NULL OR a.bytes_before < 1048576)
  ORDER BY a.date_time, a.id;

-- appointments_list_of, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 to timestamp(3) with time zone, $6 omit text[], $7 kind text, $8 targetId uuid
SELECT a.id AS "id", a.title AS "title", CASE WHEN 'notes' = ANY($6::text[]) THEN NULL ELSE a.notes END AS "notes", a.date_time AS "dateTime", a.duration AS "duration", a.is_online AS "isOnline", a.is_hybrid AS "isHybrid", a.online_address AS "onlineAddress", a.address AS "address", a.address_is_own AS "addressIsOwn", a.location AS "location", a.provider AS "provider", CASE WHEN 'layers' = ANY($6::text[]) THEN '{}' ELSE a.layer_ids END AS "layerIds", CASE WHEN 'layers' = ANY($6::text[]) THEN '{}' ELSE a.course_ids END AS "courseIds", CASE WHEN 'rooms' = ANY($6::text[]) THEN '{}' ELSE a.room_ids END AS "roomIds", CASE WHEN 'rooms' = ANY($6::text[]) THEN '{}' ELSE a.setup_ids END AS "setupIds", CASE WHEN 'organizer_ids' = ANY($6::text[]) THEN '{}' ELSE a.organizer_ids END AS "organizerIds", CASE WHEN 'user_ids' = ANY($6::text[]) THEN '{}' ELSE a.user_ids END AS "userIds", CASE WHEN 'user_group_ids' = ANY($6::text[]) THEN '{}' ELSE a.user_group_ids END AS "userGroupIds", a.creator_user_id AS "creatorUserId", a.sequence AS "sequence", a.revision AS "revision", a.created_at AS "createdAt", a.updated_at AS "updatedAt", (SELECT json_build_object('id', t.id, 'name', t.name, 'color', t.color) FROM appointment_types t
   WHERE t.institution_id = a.institution_id AND t.id = a.appointment_type_id) AS "appointmentType", a.has_next AS "hasNext" FROM (
    SELECT a.*, row_number() OVER page AS nth_row, lead(true) OVER page IS NOT NULL AS has_next,
      sum(1000 + CASE WHEN 'notes' = ANY($6::text[]) THEN 0 ELSE coalesce(octet_length(a.notes), 0) END + CASE WHEN 'rooms' = ANY($6::text[]) THEN 0 ELSE 700 * cardinality(a.room_ids) END + CASE WHEN 'layers' = ANY($6::text[]) THEN 0 ELSE 300 * cardinality(a.layer_ids) END + CASE WHEN 'organizer_ids' = ANY($6::text[]) THEN 0 ELSE 60 * cardinality(a.organizer_ids) END + CASE WHEN 'user_ids' = ANY($6::text[]) THEN 0 ELSE 300 * cardinality(a.user_ids) END + CASE WHEN 'user_group_ids' = ANY($6::text[]) THEN 0 ELSE 180 * cardinality(a.user_group_ids) END) OVER (page ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (SELECT * FROM appointments WHERE institution_id = $1 AND id = ANY(ARRAY(SELECT * FROM (SELECT l.appointment_id FROM appointment_links l
      WHERE l.institution_id = $1 AND l.kind = $7 AND l.target_id = $8 AND NOT l.is_deleted
        AND (l.date_time, l.appointment_id) > ($2, $3) AND l.date_time < $5 ORDER BY l.date_time, l.appointment_id LIMIT 501) AS limited LIMIT $4))) AS a
    WINDOW page AS (ORDER BY a.date_time, a.id)) AS a
  WHERE a.nth_row < $4 AND (a.bytes_before IS NULL OR a.bytes_before < 1048576)
  ORDER BY a.date_time, a.id;

-- appointments_list_of_filtered, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 to timestamp(3) with time zone, $6 omit text[], $7 kind text, $8 targetId uuid, $9 courseIds uuid[], $10 roomIds uuid[], $11 organizerIds uuid[], $12 userIds uuid[], $13 groupIds uuid[]
SELECT a.id AS "id", a.title AS "title", CASE WHEN 'notes' = ANY($6::text[]) THEN NULL ELSE a.notes END AS "notes", a.date_time AS "dateTime", a.duration AS "duration", a.is_online AS "isOnline", a.is_hybrid AS "isHybrid", a.online_address AS "onlineAddress", a.address AS "address", a.address_is_own AS "addressIsOwn", a.location AS "location", a.provider AS "provider", CASE WHEN 'layers' = ANY($6::text[]) THEN '{}' ELSE a.layer_ids END AS "layerIds", CASE WHEN 'layers' = ANY($6::text[]) THEN '{}' ELSE a.course_ids END AS "courseIds", CASE WHEN 'rooms' = ANY($6::text[]) THEN '{}' ELSE a.room_ids END AS "roomIds", CASE WHEN 'rooms' = ANY($6::text[]) THEN '{}' ELSE a.setup_ids END AS "setupIds", CASE WHEN 'organizer_ids' = ANY($6::text[]) THEN '{}' ELSE a.organizer_ids END AS "organizerIds", CASE WHEN 'user_ids' = ANY($6::text[]) THEN '{}' ELSE a.user_ids END AS "userIds", CASE WHEN 'user_group_ids' = ANY($6::text[]) THEN '{}' ELSE a.user_group_ids END AS "userGroupIds", a.creator_user_id AS "creatorUserId", a.sequence AS "sequence", a.revision AS "revision", a.created_at AS "createdAt", a.updated_at AS "updatedAt", (SELECT json_build_object('id', t.id, 'name', t.name, 'color', t.color) FROM appointment_types t
   WHERE t.institution_id = a.institution_id AND t.id = a.appointment_type_id) AS "appointmentType", a.has_next AS "hasNext" FROM (
    SELECT a.*, row_number() OVER page AS nth_row, lead(true) OVER page IS NOT NULL AS has_next,
      sum(1000 + CASE WHEN 'notes' = ANY($6::text[]) THEN 0 ELSE coalesce(octet_length(a.notes), 0) END + CASE WHEN 'rooms' = ANY($6::text[]) THEN 0 ELSE 700 * cardinality(a.room_ids) END + CASE WHEN 'layers' = ANY($6::text[]) THEN 0 ELSE 300 * cardinality(a.layer_ids) END + CASE WHEN 'organizer_ids' = ANY($6::text[]) THEN 0 ELSE 60 * cardinality(a.organizer_ids) END + CASE WHEN 'user_ids' = ANY($6::text[]) THEN 0 ELSE 300 * cardinality(a.user_ids) END + CASE WHEN 'user_group_ids' = ANY($6::text[]) THEN 0 ELSE 180 * cardinality(a.user_group_ids) END) OVER (page ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (SELECT * FROM appointments WHERE institution_id = $1 AND id = ANY(ARRAY(SELECT l.appointment_id FROM appointment_links l
      WHERE l.institution_id = $1 AND l.kind = $7 AND l.target_id = $8 AND NOT l.is_deleted
        AND (l.date_time, l.appointment_id) > ($2, $3) AND l.date_time < $5 AND (SELECT e.course_ids @> $9::uuid[] AND e.room_ids @> $10::uuid[]
        AND e.organizer_ids @> $11::uuid[]
        AND (e.user_ids @> $12::uuid[] OR e.user_group_ids && $13::uuid[]) FROM appointments e WHERE e.institution_id = $1 AND e.id = l.appointment_id) ORDER BY l.date_time, l.appointment_id LIMIT $4))) AS a
    WINDOW page AS (ORDER BY a.date_time, a.id)) AS a
  WHERE a.nth_row < $4 AND (a.bytes_before IS NULL OR a.bytes_before < 1048576)
  ORDER BY a.date_time, a.id;

-- appointments_list_of_person, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 to timestamp(3) with time zone, $6 omit text[], $7 userId uuid, $8 groupIds uuid[], $9 updatedSince timestamp(3) with time zone
SELECT a.id AS "id", a.title AS "title", CASE WHEN 'notes' = ANY($6::text[]) THEN NULL ELSE a.notes END AS "notes", a.date_time AS "dateTime", a.duration AS "duration", a.is_online AS "isOnline", a.is_hybrid AS "isHybrid", a.online_address AS "onlineAddress", a.address AS "address", a.address_is_own AS "addressIsOwn", a.location AS "location", a.provider AS "provider", CASE WHEN 'layers' = ANY($6::text[]) THEN '{}' ELSE a.layer_ids END AS "layerIds", CASE WHEN 'layers' = ANY($6::text[]) THEN '{}' ELSE a.course_ids END AS "courseIds", CASE WHEN 'rooms' = ANY($6::text[]) THEN '{}' ELSE a.room_ids END AS "roomIds", CASE WHEN 'rooms' = ANY($6::text[]) THEN '{}' ELSE a.setup_ids END AS "setupIds", CASE WHEN 'organizer_ids' = ANY($6::text[]) THEN '{}' ELSE a.organizer_ids END AS "organizerIds", CASE WHEN 'user_ids' = ANY($6::text[]) THEN '{}' ELSE a.user_ids END AS "userIds", CASE WHEN 'user_group_ids' = ANY($6::text[]) THEN '{}' ELSE a.user_group_ids END AS "userGroupIds", a.creator_user_id AS "creatorUserId", a.sequence AS "sequence", a.revision AS "revision", a.created_at AS "createdAt", a.updated_at AS "updatedAt", (SELECT json_build_object('id', t.id, 'name', t.name, 'color', t.color) FROM appointment_types t
   WHERE t.institution_id = a.institution_id AND t.id = a.appointment_type_id) AS "appointmentType", a.has_next AS "hasNext" FROM (
    SELECT a.*, row_number() OVER page AS nth_row, lead(true) OVER page IS NOT NULL AS has_next,
      sum(1000 + CASE WHEN 'notes' = ANY($6::text[]) THEN 0 ELSE coalesce(octet_length(a.notes), 0) END + CASE WHEN 'rooms' = ANY($6::text[]) THEN 0 ELSE 700 * cardinality(a.room_ids) END + CASE WHEN 'layers' = ANY($6::text[]) THEN 0 ELSE 300 * cardinality(a.layer_ids) END + CASE WHEN 'organizer_ids' = ANY($6::text[]) THEN 0 ELSE 60 * cardinality(a.organizer_ids) END + CASE WHEN 'user_ids' = ANY($6::text[]) THEN 0 ELSE 300 * cardinality(a.user_ids) END + CASE WHEN 'user_group_ids' = ANY($6::text[]) THEN 0 ELSE 180 * cardinality(a.user_group_ids) END) OVER (page ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (SELECT * FROM appointments WHERE institution_id = $1 AND id = ANY(ARRAY(SELECT entry.appointment_id FROM (
      SELECT DISTINCT e.date_time, e.appointment_id
      FROM (SELECT 'user' AS kind, $7::uuid AS target_id UNION ALL SELECT 'group', unnest($8::uuid[]::uuid[])) AS t
      CROSS JOIN LATERAL (SELECT * FROM (SELECT l.date_time, l.appointment_id FROM appointment_links l
      WHERE l.institution_id = $1 AND l.kind = t.kind AND l.target_id = t.target_id AND NOT l.is_deleted
        AND (l.date_time, l.appointment_id) > ($2, $3) AND l.date_time < $5
          AND ($9::timestamptz IS NULL OR (SELECT e.updated_at >= $9 FROM appointments e WHERE e.institution_id = $1 AND e.id = l.appointment_id))
        ORDER BY l.date_time, l.appointment_id LIMIT 501) AS limited LIMIT $4) AS e) AS entry
    ORDER BY entry.date_time, entry.appointment_id LIMIT $4))) AS a
    WINDOW page AS (ORDER BY a.date_time, a.id)) AS a
  WHERE a.nth_row < $4 AND (a.bytes_before IS NULL OR a.bytes_before < 1048576)
  ORDER BY a.date_time, a.id;

-- appointments_list_of_updated_since, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 to timestamp(3) with time zone, $6 omit text[], $7 kind text, $8 targetId uuid, $9 courseIds uuid[], $10 roomIds uuid[], $11 organizerIds uuid[], $12 userIds uuid[], $13 groupIds uuid[], $14 updatedSince timestamp(3) with time zone
SELECT a.id AS "id", a.title AS "title", CASE WHEN 'notes' = ANY($6::text[]) THEN NULL ELSE a.notes END AS "notes", a.date_time AS "dateTime", a.duration AS "duration", a.is_online AS "isOnline", a.is_hybrid AS "isHybrid", a.online_address AS "onlineAddress", a.address AS "address", a.address_is_own AS "addressIsOwn", a.location AS "location", a.provider AS "provider", CASE WHEN 'layers' = ANY($6::text[]) THEN '{}' ELSE a.layer_ids END AS "layerIds", CASE WHEN 'layers' = ANY($6::text[]) THEN '{}' ELSE a.course_ids END AS "courseIds", CASE WHEN 'rooms' = ANY($6::text[]) THEN '{}' ELSE a.room_ids END AS "roomIds", CASE WHEN 'rooms' = ANY($6::text[]) THEN '{}' ELSE a.setup_ids END AS "setupIds", CASE WHEN 'organizer_ids' = ANY($6::text[]) THEN '{}' ELSE a.organizer_ids END AS "organizerIds", CASE WHEN 'user_ids' = ANY($6::text[]) THEN '{}' ELSE a.user_ids END AS "userIds", CASE WHEN 'user_group_ids' = ANY($6::text[]) THEN '{}' ELSE a.user_group_ids END AS "userGroupIds", a.creator_user_id AS "creatorUserId", a.sequence AS "sequence", a.revision AS "revision", a.created_at AS "createdAt", a.updated_at AS "updatedAt", (SELECT json_build_object('id', t.id, 'name', t.name, 'color', t.color) FROM appointment_types t
   WHERE t.institution_id = a.institution_id AND t.id = a.appointment_type_id) AS "appointmentType", a.has_next AS "hasNext" FROM (
    SELECT a.*, row_number() OVER page AS nth_row, lead(true) OVER page IS NOT NULL AS has_next,
      sum(1000 + CASE WHEN 'notes' = ANY($6::text[]) THEN 0 ELSE coalesce(octet_length(a.notes), 0) END + CASE WHEN 'rooms' = ANY($6::text[]) THEN 0 ELSE 700 * cardinality(a.room_ids) END + CASE WHEN 'layers' = ANY($6::text[]) THEN 0 ELSE 300 * cardinality(a.layer_ids) END + CASE WHEN 'organizer_ids' = ANY($6::text[]) THEN 0 ELSE 60 * cardinality(a.organizer_ids) END + CASE WHEN 'user_ids' = ANY($6::text[]) THEN 0 ELSE 300 * cardinality(a.user_ids) END + CASE WHEN 'user_group_ids' = ANY($6::text[]) THEN 0 ELSE 180 * cardinality(a.user_group_ids) END) OVER (page ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (SELECT * FROM appointments WHERE institution_id = $1 AND id = ANY(ARRAY(SELECT id FROM (WITH near AS MATERIALIZED (
      SELECT sort, id FROM (
        SELECT l.date_time AS sort, l.appointment_id AS id, (SELECT e.updated_at >= $14 AND e.course_ids @> $9::uuid[] AND e.room_ids @> $10::uuid[]
        AND e.organizer_ids @> $11::uuid[]
        AND (e.user_ids @> $12::uuid[] OR e.user_group_ids && $13::uuid[]) FROM appointments e WHERE e.institution_id = $1 AND e.id = l.appointment_id) AS is_shown FROM appointment_links l
      WHERE l.institution_id = $1 AND l.kind = $7 AND l.target_id = $8 AND NOT l.is_deleted
        AND (l.date_time, l.appointment_id) > ($2, $3) AND l.date_time < $5
        ORDER BY l.date_time, l.appointment_id LIMIT $4 * 10::bigint) AS walked
      WHERE is_shown ORDER BY sort, id LIMIT $4),
    changes AS MATERIALIZED (
      SELECT t.date_time AS sort, t.id AS id, t.course_ids, t.room_ids, t.organizer_ids, t.user_ids, t.user_group_ids FROM appointments t WHERE t.institution_id = $1 AND t.deleted_at IS NULL
        AND t.updated_at >= $14 AND t.updated_at <= 'infinity' AND (SELECT count(*) FROM near) < $4
      ORDER BY t.updated_at LIMIT 10001)
    SELECT sort, id FROM (
      SELECT sort, id FROM near WHERE (SELECT count(*) FROM near) >= $4
      UNION ALL
      SELECT sort, id FROM changes c
      WHERE (SELECT count(*) FROM changes) <= 10000 AND (sort, id) > ($2, $3) AND c.sort < $5 AND c.course_ids @> $9::uuid[] AND c.room_ids @> $10::uuid[]
        AND c.organizer_ids @> $11::uuid[]
        AND (c.user_ids @> $12::uuid[] OR c.user_group_ids && $13::uuid[])
      UNION ALL
      (SELECT l.date_time, l.appointment_id FROM appointment_links l
      WHERE l.institution_id = $1 AND l.kind = $7 AND l.target_id = $8 AND NOT l.is_deleted
        AND (l.date_time, l.appointment_id) > ($2, $3) AND l.date_time < $5 AND (SELECT e.updated_at >= $14 AND e.course_ids @> $9::uuid[] AND e.room_ids @> $10::uuid[]
        AND e.organizer_ids @> $11::uuid[]
        AND (e.user_ids @> $12::uuid[] OR e.user_group_ids && $13::uuid[]) FROM appointments e WHERE e.institution_id = $1 AND e.id = l.appointment_id) AND (SELECT count(*) FROM changes) > 10000
       ORDER BY l.date_time, l.appointment_id LIMIT $4)) AS found
    ORDER BY sort, id LIMIT $4) AS page))) AS a
    WINDOW page AS (ORDER BY a.date_time, a.id)) AS a
  WHERE a.nth_row < $4 AND (a.bytes_before IS NULL OR a.bytes_before < 1048576)
  ORDER BY a.date_time, a.id;

-- appointments_list_updated_since, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 to timestamp(3) with time zone, $6 omit text[], $7 updatedSince timestamp(3) with time zone
SELECT a.id AS "id", a.title AS "title", CASE WHEN 'notes' = ANY($6::text[]) THEN NULL ELSE a.notes END AS "notes", a.date_time AS "dateTime", a.duration AS "duration", a.is_online AS "isOnline", a.is_hybrid AS "isHybrid", a.online_address AS "onlineAddress", a.address AS "address", a.address_is_own AS "addressIsOwn", a.location AS "location", a.provider AS "provider", CASE WHEN 'layers' = ANY($6::text[]) THEN '{}' ELSE a.layer_ids END AS "layerIds", CASE WHEN 'layers' = ANY($6::text[]) THEN '{}' ELSE a.course_ids END AS "courseIds", CASE WHEN 'rooms' = ANY($6::text[]) THEN '{}' ELSE a.room_ids END AS "roomIds", CASE WHEN 'rooms' = ANY($6::text[]) THEN '{}' ELSE a.setup_ids END AS "setupIds", CASE WHEN 'organizer_ids' = ANY($6::text[]) THEN '{}' ELSE a.organizer_ids END AS "organizerIds", CASE WHEN 'user_ids' = ANY($6::text[]) THEN '{}' ELSE a.user_ids END AS "userIds", CASE WHEN 'user_group_ids' = ANY($6::text[]) THEN '{}' ELSE a.user_group_ids END AS "userGroupIds", a.creator_user_id AS "creatorUserId", a.sequence AS "sequence", a.revision AS "revision", a.created_at AS "createdAt", a.updated_at AS "updatedAt", (SELECT json_build_object('id', t.id, 'name', t.name, 'color', t.color) FROM appointment_types t
   WHERE t.institution_id = a.institution_id AND t.id = a.appointment_type_id) AS "appointmentType", a.has_next AS "hasNext" FROM (
    SELECT a.*, row_number() OVER page AS nth_row, lead(true) OVER page IS NOT NULL AS has_next,
      sum(1000 + CASE WHEN 'notes' = ANY($6::text[]) THEN 0 ELSE coalesce(octet_length(a.notes), 0) END + CASE WHEN 'rooms' = ANY($6::text[]) THEN 0 ELSE 700 * cardinality(a.room_ids) END + CASE WHEN 'layers' = ANY($6::text[]) THEN 0 ELSE 300 * cardinality(a.layer_ids) END + CASE WHEN 'organizer_ids' = ANY($6::text[]) THEN 0 ELSE 60 * cardinality(a.organizer_ids) END + CASE WHEN 'user_ids' = ANY($6::text[]) THEN 0 ELSE 300 * cardinality(a.user_ids) END + CASE WHEN 'user_group_ids' = ANY($6::text[]) THEN 0 ELSE 180 * cardinality(a.user_group_ids) END) OVER (page ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (SELECT * FROM appointments WHERE institution_id = $1 AND id = ANY(ARRAY(SELECT id FROM (WITH near AS MATERIALIZED (
      SELECT sort, id FROM (
        SELECT t.date_time AS sort, t.id AS id, t.updated_at >= $7 AS is_shown FROM appointments t
        WHERE t.institution_id = $1 AND t.deleted_at IS NULL AND (t.date_time, t.id) > ($2, $3)
          AND t.date_time < $5
        ORDER BY t.date_time, t.id LIMIT $4 * 10::bigint) AS walked
      WHERE is_shown ORDER BY sort, id LIMIT $4),
    changes AS MATERIALIZED (
      SELECT t.date_time AS sort, t.id AS id FROM appointments t WHERE t.institution_id = $1 AND t.deleted_at IS NULL
        AND t.updated_at >= $7 AND t.updated_at <= 'infinity' AND (SELECT count(*) FROM near) < $4
      ORDER BY t.updated_at LIMIT 10001)
    SELECT sort, id FROM (
      SELECT sort, id FROM near WHERE (SELECT count(*) FROM near) >= $4
      UNION ALL
      SELECT sort, id FROM changes c
      WHERE (SELECT count(*) FROM changes) <= 10000 AND (sort, id) > ($2, $3) AND c.sort < $5 AND true
      UNION ALL
      (SELECT t.date_time, t.id FROM appointments t
        WHERE t.institution_id = $1 AND t.deleted_at IS NULL AND (t.date_time, t.id) > ($2, $3)
          AND t.date_time < $5 AND t.updated_at >= $7 AND (SELECT count(*) FROM changes) > 10000
       ORDER BY t.date_time, t.id LIMIT $4)) AS found
    ORDER BY sort, id LIMIT $4) AS page))) AS a
    WINDOW page AS (ORDER BY a.date_time, a.id)) AS a
  WHERE a.nth_row < $4 AND (a.bytes_before IS NULL OR a.bytes_before < 1048576)
  ORDER BY a.date_time, a.id;

-- appointments_list_with_ids, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 to timestamp(3) with time zone, $6 omit text[], $7 courseIds uuid[], $8 roomIds uuid[], $9 organizerIds uuid[], $10 userIds uuid[], $11 groupIds uuid[], $12 ids uuid[], $13 updatedSince timestamp(3) with time zone
SELECT a.id AS "id", a.title AS "title", CASE WHEN 'notes' = ANY($6::text[]) THEN NULL ELSE a.notes END AS "notes", a.date_time AS "dateTime", a.duration AS "duration", a.is_online AS "isOnline", a.is_hybrid AS "isHybrid", a.online_address AS "onlineAddress", a.address AS "address", a.address_is_own AS "addressIsOwn", a.location AS "location", a.provider AS "provider", CASE WHEN 'layers' = ANY($6::text[]) THEN '{}' ELSE a.layer_ids END AS "layerIds", CASE WHEN 'layers' = ANY($6::text[]) THEN '{}' ELSE a.course_ids END AS "courseIds", CASE WHEN 'rooms' = ANY($6::text[]) THEN '{}' ELSE a.room_ids END AS "roomIds", CASE WHEN 'rooms' = ANY($6::text[]) THEN '{}' ELSE a.setup_ids END AS "setupIds", CASE WHEN 'organizer_ids' = ANY($6::text[]) THEN '{}' ELSE a.organizer_ids END AS "organizerIds", CASE WHEN 'user_ids' = ANY($6::text[]) THEN '{}' ELSE a.user_ids END AS "userIds", CASE WHEN 'user_group_ids' = ANY($6::text[]) THEN '{}' ELSE a.user_group_ids END AS "userGroupIds", a.creator_user_id AS "creatorUserId", a.sequence AS "sequence", a.revision AS "revision", a.created_at AS "createdAt", a.updated_at AS "updatedAt", (SELECT json_build_object('id', t.id, 'name', t.name, 'color', t.color) FROM appointment_types t
   WHERE t.institution_id = a.institution_id AND t.id = a.appointment_type_id) AS "appointmentType", a.has_next AS "hasNext" FROM (
    SELECT a.*, row_number() OVER page AS nth_row, lead(true) OVER page IS NOT NULL AS has_next,
      sum(1000 + CASE WHEN 'notes' = ANY($6::text[]) THEN 0 ELSE coalesce(octet_length(a.notes), 0) END + CASE WHEN 'rooms' = ANY($6::text[]) THEN 0 ELSE 700 * cardinality(a.room_ids) END + CASE WHEN 'layers' = ANY($6::text[]) THEN 0 ELSE 300 * cardinality(a.layer_ids) END + CASE WHEN 'organizer_ids' = ANY($6::text[]) THEN 0 ELSE 60 * cardinality(a.organizer_ids) END + CASE WHEN 'user_ids' = ANY($6::text[]) THEN 0 ELSE 300 * cardinality(a.user_ids) END + CASE WHEN 'user_group_ids' = ANY($6::text[]) THEN 0 ELSE 180 * cardinality(a.user_group_ids) END) OVER (page ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS bytes_before
    FROM (SELECT * FROM (SELECT * FROM (SELECT * FROM appointments WHERE institution_id = $1 AND id = ANY($12::uuid[]) OFFSET 0) w
    WHERE w.deleted_at IS NULL AND (w.date_time, w.id) > ($2, $3) AND w.date_time < $5
      AND w.updated_at >= $13 AND w.course_ids @> $7::uuid[] AND w.room_ids @> $8::uuid[]
        AND w.organizer_ids @> $9::uuid[]
        AND (w.user_ids @> $10::uuid[] OR w.user_group_ids && $11::uuid[])
    ORDER BY w.date_time, w.id LIMIT 501) AS limited LIMIT $4) AS a
    WINDOW page AS (ORDER BY a.date_time, a.id)) AS a
  WHERE a.nth_row < $4 AND (a.bytes_before IS NULL OR a.bytes_before < 1048576)
  ORDER BY a.date_time, a.id;

-- appointments_lock, $1 institutionId uuid, $2 id uuid
SELECT a.id AS "id", a.title AS "title", a.notes AS "notes", a.date_time AS "dateTime", a.duration AS "duration", a.is_online AS "isOnline", a.is_hybrid AS "isHybrid", a.online_address AS "onlineAddress", a.address AS "address", a.address_is_own AS "addressIsOwn", a.location AS "location", a.provider AS "provider", a.layer_ids AS "layerIds", a.course_ids AS "courseIds", a.room_ids AS "roomIds", a.setup_ids AS "setupIds", a.organizer_ids AS "organizerIds", a.user_ids AS "userIds", a.user_group_ids AS "userGroupIds", a.creator_user_id AS "creatorUserId", a.sequence AS "sequence", a.revision AS "revision", a.created_at AS "createdAt", a.updated_at AS "updatedAt", (SELECT json_build_object('id', t.id, 'name', t.name, 'color', t.color) FROM appointment_types t
   WHERE t.institution_id = a.institution_id AND t.id = a.appointment_type_id) AS "appointmentType" FROM appointments a
   WHERE a.institution_id = $1 AND a.id = $2 AND a.deleted_at IS NULL FOR NO KEY UPDATE;

-- appointments_mark_deleted, $1 institutionId uuid, $2 id uuid, $3 sequence integer, $4 revision uuid, $5 deletedAt timestamp(3) with time zone
WITH changed AS (UPDATE appointments SET ref = NULL, sequence = $3, revision = $4,
     updated_at = greatest(updated_at, $5), deleted_at = $5
   WHERE institution_id = $1 AND id = $2
     RETURNING appointments.institution_id AS institution_id, appointments.id, NULL::uuid AS before, CASE WHEN appointments.deleted_at IS NULL THEN appointments.revision END AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'appointment', changed.id, prior.revision, changed.after, $6::timestamptz, $7::text, $8::text, $9::text, $10::uuid, $11::text, $12::text, $13::uuid FROM changed JOIN appointments prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- appointments_remove_tombstones, $1 before timestamp(3) with time zone, $2 limit bigint
WITH gone AS (
     DELETE FROM appointments WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM appointments WHERE deleted_at <= $1 ORDER BY deleted_at LIMIT $2))
     AND deleted_at <= $1 RETURNING institution_id, id, date_time, course_ids, room_ids, organizer_ids, user_ids, user_group_ids),
   links AS (
     DELETE FROM appointment_links l USING gone g CROSS JOIN LATERAL (
       SELECT 'course', unnest(g.course_ids) UNION ALL SELECT 'room', unnest(g.room_ids)
       UNION ALL SELECT 'organizer', unnest(g.organizer_ids) UNION ALL SELECT 'user', unnest(g.user_ids)
       UNION ALL SELECT 'group', unnest(g.user_group_ids)) AS t(kind, target_id)
     WHERE l.institution_id = g.institution_id AND l.kind = t.kind AND l.target_id = t.target_id AND l.is_deleted
       AND l.date_time = g.date_time AND l.appointment_id = g.id)
   SELECT 1 AS removed FROM gone;

-- appointments_update, $1 institutionId uuid, $2 id uuid, $3 title text, $4 notes text, $5 dateTime timestamp(3) with time zone, $6 duration integer, $7 isOnline boolean, $8 isHybrid boolean, $9 onlineAddress text, $10 address text, $11 addressIsOwn boolean, $12 location text, $13 provider text, $14 layerIds uuid[], $15 courseIds uuid[], $16 roomIds uuid[], $17 setupIds uuid[], $18 organizerIds uuid[], $19 userIds uuid[], $20 userGroupIds uuid[], $21 creatorUserId uuid, $22 appointmentTypeId uuid, $23 sequence integer, $24 revision uuid, $25 updatedAt timestamp(3) with time zone
WITH changed AS (UPDATE appointments SET title = $3, notes = $4, date_time = $5, duration = $6, is_online = $7, is_hybrid = $8, online_address = $9, address = $10, address_is_own = $11, location = $12, provider = $13, layer_ids = $14, course_ids = $15, room_ids = $16, setup_ids = $17, organizer_ids = $18, user_ids = $19, user_group_ids = $20, creator_user_id = $21, appointment_type_id = $22, sequence = $23, revision = $24, updated_at = greatest(appointments.updated_at, $25)
   WHERE institution_id = $1 AND id = $2
     RETURNING appointments.institution_id AS institution_id, appointments.id, NULL::uuid AS before, CASE WHEN appointments.deleted_at IS NULL THEN appointments.revision END AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'appointment', changed.id, prior.revision, changed.after, $26::timestamptz, $27::text, $28::text, $29::text, $30::uuid, $31::text, $32::text, $33::uuid FROM changed JOIN appointments prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- room_bookings_booked_rooms, $1 institutionId uuid, $2 roomIds uuid[], $3 from timestamp(3) with time zone, $4 to timestamp(3) with time zone
SELECT v.room_id AS "roomId" FROM unnest($2::uuid[]) AS v(room_id)
   CROSS JOIN LATERAL (
     SELECT b.occupied, b.is_exclusive FROM appointment_links l
     JOIN room_bookings b ON b.institution_id = l.institution_id AND b.appointment_id = l.appointment_id AND b.room_id = l.target_id
     WHERE l.institution_id = $1 AND l.kind = 'room' AND l.target_id = v.room_id AND NOT l.is_deleted AND l.date_time < $4
     ORDER BY l.date_time DESC, l.appointment_id DESC LIMIT 1
   ) latest
   WHERE latest.occupied && tstzrange($3, $4) OR NOT latest.is_exclusive AND EXISTS (
     SELECT FROM room_bookings b
     WHERE b.institution_id = $1 AND b.room_id = v.room_id AND b.occupied && tstzrange($3, $4));

-- room_bookings_expect_overlaps, $1 institutionId uuid[], $2 roomIds uuid[], $3 dateTimes timestamp(3) with time zone[], $4 durations integer[], $5 appointmentIds uuid[], $6 own uuid[], $7 seen uuid[]
SELECT refuse_stale_write()
   FROM unnest($1::uuid[], $2::uuid[], $3::timestamp(3) with time zone[], $4::integer[], $5::uuid[])
     AS v(institution_id, room_id, date_time, duration, appointment_id)
   JOIN room_bookings b ON b.institution_id = v.institution_id AND b.room_id = v.room_id AND b.occupied && tstzrange(v.date_time, v.date_time + make_interval(mins => v.duration))
     AND b.appointment_id <> v.appointment_id
   WHERE (v.appointment_id, b.appointment_id) NOT IN (SELECT * FROM unnest($6::uuid[], $7::uuid[])) LIMIT 1;

-- room_bookings_lock_rooms, $1 institutionIds text[], $2 roomIds text[]
SELECT pg_advisory_xact_lock(room.key) AS locked FROM (
     SELECT DISTINCT hashtextextended('rooms/' || wanted.institution_id, 0) # (hashtextextended(wanted.id, 0) & 255) AS key
     FROM unnest($1::text[], $2::text[]) AS wanted(institution_id, id) ORDER BY key) AS room;

-- room_bookings_overlaps, $1 institutionId uuid, $2 roomIds uuid[], $3 dateTimes timestamp(3) with time zone[], $4 durations integer[], $5 except uuid, $6 limit bigint
SELECT a.id, b.room_id AS "roomId", a.date_time AS "dateTime", a.duration
   FROM unnest($2::uuid[], $3::timestamp(3) with time zone[], $4::integer[]) WITH ORDINALITY AS v(room_id, date_time, duration, n)
   JOIN room_bookings b ON b.institution_id = $1 AND b.room_id = v.room_id AND b.occupied && tstzrange(v.date_time, v.date_time + make_interval(mins => v.duration))
   JOIN appointments a ON a.institution_id = $1 AND a.id = b.appointment_id
   WHERE b.appointment_id <> $5 ORDER BY a.date_time, a.id, v.n LIMIT $6;

-- room_bookings_release, $1 institutionId uuid, $2 appointmentIds uuid[], $3 roomIds uuid[]
DELETE FROM room_bookings b USING unnest($2::uuid[], $3::uuid[]) AS v(appointment_id, room_id)
   WHERE b.institution_id = $1 AND b.appointment_id = v.appointment_id AND b.room_id = v.room_id;

-- room_bookings_release_all, $1 institutionId uuid, $2 appointmentId uuid
DELETE FROM room_bookings WHERE institution_id = $1 AND appointment_id = $2;

-- room_bookings_share, $1 institutionId uuid, $2 roomIds uuid[], $3 dateTimes timestamp(3) with time zone[], $4 durations integer[]
UPDATE room_bookings b SET is_exclusive = false FROM unnest($2::uuid[], $3::timestamp(3) with time zone[], $4::integer[]) AS v(room_id, date_time, duration)
   WHERE b.institution_id = $1 AND b.room_id = v.room_id AND b.occupied && tstzrange(v.date_time, v.date_time + make_interval(mins => v.duration)) AND b.is_exclusive;

-- room_bookings_take, $1 institutionId uuid[], $2 roomIds uuid[], $3 dateTimes timestamp(3) with time zone[], $4 durations integer[], $5 appointmentIds uuid[], $6 areExclusive boolean[]
INSERT INTO room_bookings (institution_id, room_id, occupied, appointment_id, is_exclusive)
   SELECT v.institution_id, v.room_id, tstzrange(v.date_time, v.date_time + make_interval(mins => v.duration)), v.appointment_id, v.is_exclusive
   FROM unnest($1::uuid[], $2::uuid[], $3::timestamp(3) with time zone[], $4::integer[], $5::uuid[], $6::boolean[])
     AS v(institution_id, room_id, date_time, duration, appointment_id, is_exclusive);
