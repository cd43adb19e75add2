-- The statements of locations, as they are sent to PostgreSQL. Written by `npm run tables:write`.

-- locations_by_id, $1 institutionId uuid[], $2 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   CROSS JOIN LATERAL (SELECT l.institution_id AS "institutionId", l.id, l.name, l.address, l.revision,
  (SELECT count(*)::integer FROM rooms r WHERE r.institution_id = l.institution_id AND r.location_id = l.id) AS "roomsCount" FROM locations l
   WHERE l.institution_id = k.institution_id AND l.id = k.id LIMIT 1) AS found;

-- locations_by_ids, $1 institutionId uuid, $2 ids uuid[]
SELECT l.institution_id AS "institutionId", l.id, l.name, l.address, l.revision,
  (SELECT count(*)::integer FROM rooms r WHERE r.institution_id = l.institution_id AND r.location_id = l.id) AS "roomsCount" FROM locations l WHERE l.institution_id = $1 AND l.id = ANY($2::uuid[]);

-- locations_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 name text[], $7 address text[], $8 revision uuid[]
WITH changed AS (INSERT INTO locations (institution_id, created_at, updated_at, id, ref, name, address, revision)
   SELECT $1, $2, $3, v.id, v.ref, v.name, v.address, v.revision FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::uuid[])
     AS v(id, ref, name, address, revision)
     RETURNING locations.institution_id AS institution_id, locations.id, NULL::uuid AS before, locations.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'location', changed.id, changed.before, changed.after, $9::timestamptz, $10::text, $11::text, $12::text, $13::uuid, $14::text, $15::text, $16::uuid FROM changed;

-- locations_list, $1 institutionId uuid, $2 sort text, $3 id uuid, $4 limit bigint
SELECT l.institution_id AS "institutionId", l.id, l.name, l.address, l.revision,
  (SELECT count(*)::integer FROM rooms r WHERE r.institution_id = l.institution_id AND r.location_id = l.id) AS "roomsCount" FROM locations l
   WHERE l.institution_id = $1 AND (l.name, l.id) > ($2, $3)
   ORDER BY l.name, l.id LIMIT $4;

-- locations_list_updated_since, $1 institutionId uuid, $2 sort text, $3 id uuid, $4 limit bigint, $5 updatedSince timestamp(3) with time zone
SELECT found.* FROM (WITH near AS MATERIALIZED (
      SELECT sort, id FROM (
        SELECT t.name AS sort, t.id AS id, t.updated_at >= $5 AS is_shown FROM locations t WHERE t.institution_id = $1 AND (t.name, t.id) > ($2, $3)
        ORDER BY t.name, t.id LIMIT $4 * 10::bigint) AS walked
      WHERE is_shown ORDER BY sort, id LIMIT $4),
    changes AS MATERIALIZED (
      SELECT t.name AS sort, t.id AS id FROM locations t WHERE t.institution_id = $1
        AND t.updated_at >= $5 AND t.updated_at <= 'infinity' AND (SELECT count(*) FROM near) < $4
      ORDER BY t.updated_at LIMIT 10001)
    SELECT sort, id FROM (
      SELECT sort, id FROM near WHERE (SELECT count(*) FROM near) >= $4
      UNION ALL
      SELECT sort, id FROM changes c
      WHERE (SELECT count(*) FROM changes) <= 10000 AND (sort, id) > ($2, $3) AND true
      UNION ALL
      (SELECT t.name, t.id FROM locations t WHERE t.institution_id = $1 AND (t.name, t.id) > ($2, $3) AND t.updated_at >= $5 AND (SELECT count(*) FROM changes) > 10000
       ORDER BY t.name, t.id LIMIT $4)) AS found
    ORDER BY sort, id LIMIT $4) AS page
    CROSS JOIN LATERAL (SELECT l.institution_id AS "institutionId", l.id, l.name, l.address, l.revision,
  (SELECT count(*)::integer FROM rooms r WHERE r.institution_id = l.institution_id AND r.location_id = l.id) AS "roomsCount" FROM locations l
      WHERE l.institution_id = $1 AND l.id = page.id LIMIT 1) AS found
    ORDER BY page.sort, page.id;

-- locations_list_with_ids, $1 institutionId uuid, $2 sort text, $3 id uuid, $4 limit bigint, $5 ids uuid[], $6 updatedSince timestamp(3) with time zone
SELECT l.institution_id AS "institutionId", l.id, l.name, l.address, l.revision,
  (SELECT count(*)::integer FROM rooms r WHERE r.institution_id = l.institution_id AND r.location_id = l.id) AS "roomsCount" FROM (SELECT * FROM locations WHERE institution_id = $1 AND id = ANY($5::uuid[]) OFFSET 0) l
   WHERE (l.name, l.id) > ($2, $3) AND l.updated_at >= $6
   ORDER BY l.name, l.id LIMIT $4;

-- locations_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.name, t.address FROM locations t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- locations_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 name text[], $5 address text[], $6 revision uuid[]
WITH changed AS (UPDATE locations t SET updated_at = greatest(t.updated_at, $2), name = v.name, address = v.address, revision = v.revision
   FROM unnest($3::uuid[], $4::text[], $5::text[], $6::uuid[])
     AS v(id, name, address, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'location', changed.id, prior.revision, changed.after, $7::timestamptz, $8::text, $9::text, $10::text, $11::uuid, $12::text, $13::text, $14::uuid FROM changed JOIN locations prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- room_setups_end_defaults, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 parentIds uuid[]
UPDATE room_setups SET is_default = false, updated_at = greatest(updated_at, $2)
   WHERE institution_id = $1 AND is_default AND room_id = ANY($3::uuid[]);

-- room_setups_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 roomId uuid[], $6 ref text[], $7 name text[], $8 capacity integer[], $9 isDefault boolean[]
INSERT INTO room_setups (institution_id, created_at, updated_at, id, room_id, ref, name, capacity, is_default)
   SELECT $1, $2, $3, v.id, v.room_id, v.ref, v.name, v.capacity, v.is_default FROM unnest($4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::integer[], $9::boolean[])
     AS v(id, room_id, ref, name, capacity, is_default);

-- room_setups_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.room_id AS "roomId", t.ref, t.name, t.capacity, t.is_default AS "isDefault" FROM room_setups t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- room_setups_release_defaults, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 isDefault boolean, $4 id uuid[]
UPDATE room_setups t SET updated_at = greatest(t.updated_at, $2), is_default = $3
   FROM unnest($4::uuid[])
     AS v(id)
   WHERE t.institution_id = $1 AND t.id = v.id;

-- room_setups_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 roomId uuid[], $5 name text[], $6 capacity integer[], $7 isDefault boolean[]
UPDATE room_setups t SET updated_at = greatest(t.updated_at, $2), room_id = v.room_id, name = v.name, capacity = v.capacity, is_default = v.is_default
   FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::integer[], $7::boolean[])
     AS v(id, room_id, name, capacity, is_default)
   WHERE t.institution_id = $1 AND t.id = v.id;

-- rooms_by_id, $1 institutionId uuid[], $2 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   CROSS JOIN LATERAL (SELECT r.institution_id AS "institutionId", r.id, r.location_id AS "locationId", r.name, r.capacity, r.is_archived AS "isArchived", r.revision, r.created_at AS "createdAt", r.updated_at AS "updatedAt",
  (SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'capacity', s.capacity, 'isDefault', s.is_default)
                            ORDER BY s.name, s.id), '[]')
   FROM room_setups s WHERE s.institution_id = r.institution_id AND s.room_id = r.id) AS setups FROM rooms r
   WHERE r.institution_id = k.institution_id AND r.id = k.id LIMIT 1) AS found;

-- rooms_by_ids, $1 institutionId uuid, $2 ids uuid[]
SELECT r.institution_id AS "institutionId", r.id, r.location_id AS "locationId", r.name, r.capacity, r.is_archived AS "isArchived", r.revision, r.created_at AS "createdAt", r.updated_at AS "updatedAt",
  (SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'capacity', s.capacity, 'isDefault', s.is_default)
                            ORDER BY s.name, s.id), '[]')
   FROM room_setups s WHERE s.institution_id = r.institution_id AND s.room_id = r.id) AS setups FROM rooms r WHERE r.institution_id = $1 AND r.id = ANY($2::uuid[]);

-- rooms_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 locationId uuid[], $6 ref text[], $7 name text[], $8 capacity integer[], $9 isArchived boolean[], $10 revision uuid[]
WITH changed AS (INSERT INTO rooms (institution_id, created_at, updated_at, id, location_id, ref, name, capacity, is_archived, revision)
   SELECT $1, $2, $3, v.id, v.location_id, v.ref, v.name, v.capacity, v.is_archived, v.revision FROM unnest($4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::integer[], $9::boolean[], $10::uuid[])
     AS v(id, location_id, ref, name, capacity, is_archived, revision)
     RETURNING rooms.institution_id AS institution_id, rooms.id, NULL::uuid AS before, rooms.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'room', changed.id, changed.before, changed.after, $11::timestamptz, $12::text, $13::text, $14::text, $15::uuid, $16::text, $17::text, $18::uuid FROM changed;

-- rooms_list, $1 institutionId uuid, $2 sort text, $3 id uuid, $4 limit bigint
SELECT r.institution_id AS "institutionId", r.id, r.location_id AS "locationId", r.name, r.capacity, r.is_archived AS "isArchived", r.revision, r.created_at AS "createdAt", r.updated_at AS "updatedAt",
  (SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'capacity', s.capacity, 'isDefault', s.is_default)
                            ORDER BY s.name, s.id), '[]')
   FROM room_setups s WHERE s.institution_id = r.institution_id AND s.room_id = r.id) AS setups FROM rooms r
   WHERE r.institution_id = $1 AND (r.name, r.id) > ($2, $3)
   ORDER BY r.name, r.id LIMIT $4;

-- rooms_list_archived_or_not, $1 institutionId uuid, $2 sort text, $3 id uuid, $4 limit bigint, $5 isArchived boolean
SELECT r.institution_id AS "institutionId", r.id, r.location_id AS "locationId", r.name, r.capacity, r.is_archived AS "isArchived", r.revision, r.created_at AS "createdAt", r.updated_at AS "updatedAt",
  (SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'capacity', s.capacity, 'isDefault', s.is_default)
                            ORDER BY s.name, s.id), '[]')
   FROM room_setups s WHERE s.institution_id = r.institution_id AND s.room_id = r.id) AS setups FROM rooms r
   WHERE r.institution_id = $1 AND r.is_archived = $5 AND (r.name, r.id) > ($2, $3)
   ORDER BY r.name, r.id LIMIT $4;

-- rooms_list_bookable, $1 institutionId uuid, $2 sort text, $3 id uuid, $4 limit bigint, $5 capacity integer
SELECT r.id, r.name, r.position, way.setup_id AS "setupId", way.is_found IS NOT NULL AS "isBookable"
   FROM (
     SELECT r.*, (row_number() OVER (ORDER BY r.name, r.id))::integer AS position FROM rooms r
     WHERE r.institution_id = $1 AND (r.name, r.id) > ($2, $3)
     ORDER BY r.name, r.id LIMIT $4
   ) r
   LEFT JOIN LATERAL (
     SELECT w.setup_id, true AS is_found FROM (
       SELECT s.id AS setup_id, s.is_default, s.name, coalesce(s.capacity, r.capacity) AS seats
       FROM room_setups s WHERE s.institution_id = r.institution_id AND s.room_id = r.id
       UNION ALL
       SELECT NULL, true, '', r.capacity
       WHERE NOT EXISTS (SELECT FROM room_setups s WHERE s.institution_id = r.institution_id AND s.room_id = r.id AND s.is_default)
     ) w
     WHERE coalesce(w.seats, 0) >= $5
     ORDER BY w.is_default DESC, w.seats, w.name, w.setup_id LIMIT 1
   ) way ON NOT r.is_archived
   WHERE way.is_found OR r.position >= $4 - 1
   ORDER BY r.name, r.id;

-- rooms_list_bookable_of_location, $1 institutionId uuid, $2 sort text, $3 id uuid, $4 limit bigint, $5 capacity integer, $6 locationId uuid
SELECT r.id, r.name, r.position, way.setup_id AS "setupId", way.is_found IS NOT NULL AS "isBookable"
   FROM (
     SELECT r.*, (row_number() OVER (ORDER BY r.name, r.id))::integer AS position FROM rooms r
     WHERE r.institution_id = $1 AND (r.name, r.id) > ($2, $3) AND r.location_id = $6
     ORDER BY r.name, r.id LIMIT $4
   ) r
   LEFT JOIN LATERAL (
     SELECT w.setup_id, true AS is_found FROM (
       SELECT s.id AS setup_id, s.is_default, s.name, coalesce(s.capacity, r.capacity) AS seats
       FROM room_setups s WHERE s.institution_id = r.institution_id AND s.room_id = r.id
       UNION ALL
       SELECT NULL, true, '', r.capacity
       WHERE NOT EXISTS (SELECT FROM room_setups s WHERE s.institution_id = r.institution_id AND s.room_id = r.id AND s.is_default)
     ) w
     WHERE coalesce(w.seats, 0) >= $5
     ORDER BY w.is_default DESC, w.seats, w.name, w.setup_id LIMIT 1
   ) way ON NOT r.is_archived
   WHERE way.is_found OR r.position >= $4 - 1
   ORDER BY r.name, r.id;

-- rooms_list_of_location, $1 institutionId uuid, $2 sort text, $3 id uuid, $4 limit bigint, $5 locationId uuid, $6 isArchived boolean
SELECT r.institution_id AS "institutionId", r.id, r.location_id AS "locationId", r.name, r.capacity, r.is_archived AS "isArchived", r.revision, r.created_at AS "createdAt", r.updated_at AS "updatedAt",
  (SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'capacity', s.capacity, 'isDefault', s.is_default)
                            ORDER BY s.name, s.id), '[]')
   FROM room_setups s WHERE s.institution_id = r.institution_id AND s.room_id = r.id) AS setups FROM rooms r
   WHERE r.institution_id = $1 AND r.location_id = $5 AND (r.name, r.id) > ($2, $3)
     AND ($6::boolean IS NULL OR r.is_archived = $6)
   ORDER BY r.name, r.id LIMIT $4;

-- rooms_list_of_location_updated_since, $1 institutionId uuid, $2 sort text, $3 id uuid, $4 limit bigint, $5 updatedSince timestamp(3) with time zone, $6 isArchived boolean, $7 locationId uuid
SELECT found.* FROM (WITH near AS MATERIALIZED (
      SELECT sort, id FROM (
        SELECT t.name AS sort, t.id AS id, t.updated_at >= $5 AND ($6::boolean IS NULL OR t.is_archived = $6) AS is_shown FROM rooms t WHERE t.institution_id = $1 AND t.location_id = $7 AND (t.name, t.id) > ($2, $3)
        ORDER BY t.name, t.id LIMIT $4 * 10::bigint) AS walked
      WHERE is_shown ORDER BY sort, id LIMIT $4),
    changes AS MATERIALIZED (
      SELECT t.name AS sort, t.id AS id, t.location_id, t.is_archived FROM rooms t WHERE t.institution_id = $1
        AND t.updated_at >= $5 AND t.updated_at <= 'infinity' AND (SELECT count(*) FROM near) < $4
      ORDER BY t.updated_at LIMIT 10001)
    SELECT sort, id FROM (
      SELECT sort, id FROM near WHERE (SELECT count(*) FROM near) >= $4
      UNION ALL
      SELECT sort, id FROM changes c
      WHERE (SELECT count(*) FROM changes) <= 10000 AND (sort, id) > ($2, $3) AND c.location_id = $7 AND ($6::boolean IS NULL OR c.is_archived = $6)
      UNION ALL
      (SELECT t.name, t.id FROM rooms t WHERE t.institution_id = $1 AND t.location_id = $7 AND (t.name, t.id) > ($2, $3) AND t.updated_at >= $5 AND ($6::boolean IS NULL OR t.is_archived = $6) AND (SELECT count(*) FROM changes) > 10000
       ORDER BY t.name, t.id LIMIT $4)) AS found
    ORDER BY sort, id LIMIT $4) AS page
    CROSS JOIN LATERAL (SELECT r.institution_id AS "institutionId", r.id, r.location_id AS "locationId", r.name, r.capacity, r.is_archived AS "isArchived", r.revision, r.created_at AS "createdAt", r.updated_at AS "updatedAt",
  (SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'capacity', s.capacity, 'isDefault', s.is_default)
                            ORDER BY s.name, s.id), '[]')
   FROM room_setups s WHERE s.institution_id = r.institution_id AND s.room_id = r.id) AS setups FROM rooms r
      WHERE r.institution_id = $1 AND r.id = page.id LIMIT 1) AS found
    ORDER BY page.sort, page.id;

-- rooms_list_updated_since, $1 institutionId uuid, $2 sort text, $3 id uuid, $4 limit bigint, $5 updatedSince timestamp(3) with time zone, $6 isArchived boolean
SELECT found.* FROM (WITH near AS MATERIALIZED (
      SELECT sort, id FROM (
        SELECT t.name AS sort, t.id AS id, t.updated_at >= $5 AND ($6::boolean IS NULL OR t.is_archived = $6) AS is_shown FROM rooms t WHERE t.institution_id = $1 AND (t.name, t.id) > ($2, $3)
        ORDER BY t.name, t.id LIMIT $4 * 10::bigint) AS walked
      WHERE is_shown ORDER BY sort, id LIMIT $4),
    changes AS MATERIALIZED (
      SELECT t.name AS sort, t.id AS id, t.is_archived FROM rooms t WHERE t.institution_id = $1
        AND t.updated_at >= $5 AND t.updated_at <= 'infinity' AND (SELECT count(*) FROM near) < $4
      ORDER BY t.updated_at LIMIT 10001)
    SELECT sort, id FROM (
      SELECT sort, id FROM near WHERE (SELECT count(*) FROM near) >= $4
      UNION ALL
      SELECT sort, id FROM changes c
      WHERE (SELECT count(*) FROM changes) <= 10000 AND (sort, id) > ($2, $3) AND true AND ($6::boolean IS NULL OR c.is_archived = $6)
      UNION ALL
      (SELECT t.name, t.id FROM rooms t WHERE t.institution_id = $1 AND (t.name, t.id) > ($2, $3) AND t.updated_at >= $5 AND ($6::boolean IS NULL OR t.is_archived = $6) AND (SELECT count(*) FROM changes) > 10000
       ORDER BY t.name, t.id LIMIT $4)) AS found
    ORDER BY sort, id LIMIT $4) AS page
    CROSS JOIN LATERAL (SELECT r.institution_id AS "institutionId", r.id, r.location_id AS "locationId", r.name, r.capacity, r.is_archived AS "isArchived", r.revision, r.created_at AS "createdAt", r.updated_at AS "updatedAt",
  (SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'capacity', s.capacity, 'isDefault', s.is_default)
                            ORDER BY s.name, s.id), '[]')
   FROM room_setups s WHERE s.institution_id = r.institution_id AND s.room_id = r.id) AS setups FROM rooms r
      WHERE r.institution_id = $1 AND r.id = page.id LIMIT 1) AS found
    ORDER BY page.sort, page.id;

-- rooms_list_with_ids, $1 institutionId uuid, $2 sort text, $3 id uuid, $4 limit bigint, $5 ids uuid[], $6 locationId uuid, $7 isArchived boolean, $8 updatedSince timestamp(3) with time zone
SELECT r.institution_id AS "institutionId", r.id, r.location_id AS "locationId", r.name, r.capacity, r.is_archived AS "isArchived", r.revision, r.created_at AS "createdAt", r.updated_at AS "updatedAt",
  (SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'capacity', s.capacity, 'isDefault', s.is_default)
                            ORDER BY s.name, s.id), '[]')
   FROM room_setups s WHERE s.institution_id = r.institution_id AND s.room_id = r.id) AS setups FROM (SELECT * FROM rooms WHERE institution_id = $1 AND id = ANY($5::uuid[]) OFFSET 0) r
   WHERE (r.name, r.id) > ($2, $3) AND r.updated_at >= $8
     AND ($6::uuid IS NULL OR r.location_id = $6) AND ($7::boolean IS NULL OR r.is_archived = $7)
   ORDER BY r.name, r.id LIMIT $4;

-- rooms_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.location_id AS "locationId", t.ref, t.name, t.capacity, t.is_archived AS "isArchived" FROM rooms t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- rooms_parents_by_ids, $1 institutionId uuid, $2 ids uuid[]
SELECT t.id, t.location_id AS "locationId" FROM rooms t
   WHERE t.institution_id = $1 AND t.id = ANY($2);

-- rooms_revise_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 revision uuid[]
WITH changed AS (UPDATE rooms t SET updated_at = greatest(t.updated_at, $2), revision = v.revision
   FROM unnest($3::uuid[], $4::uuid[])
     AS v(id, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'room', changed.id, prior.revision, changed.after, $5::timestamptz, $6::text, $7::text, $8::text, $9::uuid, $10::text, $11::text, $12::uuid FROM changed JOIN rooms prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- rooms_search, $1 institutionId uuid, $2 pattern text
SELECT r.institution_id AS "institutionId", r.id, r.location_id AS "locationId", r.name, r.capacity, r.is_archived AS "isArchived", r.revision, r.created_at AS "createdAt", r.updated_at AS "updatedAt",
  (SELECT coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'capacity', s.capacity, 'isDefault', s.is_default)
                            ORDER BY s.name, s.id), '[]')
   FROM room_setups s WHERE s.institution_id = r.institution_id AND s.room_id = r.id) AS setups FROM (
     SELECT * FROM rooms t WHERE t.institution_id = $1 ORDER BY t.name, t.id LIMIT 10000) AS r
   WHERE NOT r.is_archived AND (r.name ILIKE $2 OR (octet_length(r.name) > length(r.name) AND normalize(r.name) ILIKE $2))
   ORDER BY r.name, r.id LIMIT 20;

-- rooms_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 locationId uuid[], $5 name text[], $6 capacity integer[], $7 isArchived boolean[], $8 revision uuid[]
WITH changed AS (UPDATE rooms t SET updated_at = greatest(t.updated_at, $2), location_id = v.location_id, name = v.name, capacity = v.capacity, is_archived = v.is_archived, revision = v.revision
   FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::integer[], $7::boolean[], $8::uuid[])
     AS v(id, location_id, name, capacity, is_archived, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'room', changed.id, prior.revision, changed.after, $9::timestamptz, $10::text, $11::text, $12::text, $13::uuid, $14::text, $15::text, $16::uuid FROM changed JOIN rooms prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;
