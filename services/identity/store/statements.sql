-- The statements of identity, as they are sent to PostgreSQL. Written by `npm run tables:write`.

-- administrator_counts_add, $1 institutionId uuid, $2 more integer
INSERT INTO administrator_counts AS c (institution_id, administrators)
   VALUES ($1, greatest($2, 0))
   ON CONFLICT (institution_id) DO UPDATE SET administrators = greatest(c.administrators + $2, 0);

-- administrator_sessions_by_token_hash, $1 tokenHash bytea[]
SELECT k.n, found.* FROM unnest($1::bytea[]) WITH ORDINALITY AS k(token_hash, n)
   CROSS JOIN LATERAL (SELECT t.institution_id AS "institutionId", t.id, t.user_id AS "userId", t.user_name AS "userName", t.last_used_at AS "lastUsedAt", t.expires_at AS "expiresAt" FROM administrator_sessions t
   WHERE t.token_hash = k.token_hash AND NOT EXISTS (SELECT FROM archived_users u WHERE u.institution_id = t.institution_id AND u.id = t.user_id) LIMIT 1) AS found;

-- administrator_sessions_delete, $1 institutionId uuid, $2 userId uuid, $3 id uuid
DELETE FROM administrator_sessions
   WHERE institution_id = $1 AND user_id = $2 AND id = coalesce($3, id) RETURNING id;

-- administrator_sessions_insert, $1 institutionId uuid, $2 id uuid, $3 userId uuid, $4 tokenHash bytea, $5 userName text, $6 method text, $7 userAgent text, $8 address text, $9 createdAt timestamp(3) with time zone, $10 lastUsedAt timestamp(3) with time zone, $11 expiresAt timestamp(3) with time zone
INSERT INTO administrator_sessions (institution_id, id, user_id, token_hash, user_name, method, user_agent, address, created_at, last_used_at, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11);

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

-- administrators_insert, $1 institutionId uuid, $2 id uuid, $3 createdBy uuid, $4 lastSignedInAt timestamp(3) with time zone, $5 signedInIssuer text, $6 createdAt timestamp(3) with time zone, $7 revision uuid
WITH changed AS (INSERT INTO administrators (institution_id, id, created_by, last_signed_in_at, signed_in_issuer, created_at, revision)
   VALUES ($1, $2, $3, $4, $5, $6, $7)
     RETURNING administrators.institution_id AS institution_id, administrators.id, NULL::uuid AS before, administrators.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'administrator', changed.id, changed.before, changed.after, $8::timestamptz, $9::text, $10::text, $11::text, $12::uuid, $13::text, $14::text, $15::uuid FROM changed;

-- administrators_list, $1 institutionId uuid, $2 now timestamp(3) with time zone, $3 before timestamp(3) with time zone, $4 active uuid[]
SELECT a.id, a.created_by AS "createdBy", a.last_signed_in_at AS "lastSignedInAt", a.created_at AS "createdAt", CASE WHEN a.active THEN (
       SELECT count(*)::int FROM passkeys p WHERE p.institution_id = a.institution_id AND p.user_id = a.id
     ) ELSE 0 END AS passkeys,
     a.active AND EXISTS (SELECT FROM sign_in_links l
       WHERE l.institution_id = a.institution_id AND l.user_id = a.id AND l.expires_at > $2) AS "hasLink",
     a.active AND EXISTS (SELECT FROM openid_providers o
       WHERE o.institution_id = a.institution_id AND o.issuer = a.signed_in_issuer) AS "hasProvider"
   FROM (SELECT s.*, NOT EXISTS (SELECT FROM archived_users u WHERE u.institution_id = s.institution_id AND u.id = s.id) AND NOT EXISTS (SELECT FROM archivings g WHERE g.institution_id = $1 AND g.user_id = s.id
    AND (g.begun_at > $3 OR g.user_id <> ALL($4::uuid[]))) AS active
     FROM administrators s) a
   WHERE a.institution_id = $1 ORDER BY a.created_at, a.id;

-- administrators_lock, $1 institutionId uuid, $2 id uuid
SELECT t.institution_id AS "institutionId", t.id, t.created_by AS "createdBy", t.last_signed_in_at AS "lastSignedInAt", t.signed_in_issuer AS "signedInIssuer", t.created_at AS "createdAt", t.revision FROM administrators t
   WHERE t.institution_id = $1 AND t.id = $2 FOR NO KEY UPDATE;

-- administrators_update, $1 institutionId uuid, $2 id uuid, $3 createdBy uuid, $4 lastSignedInAt timestamp(3) with time zone, $5 signedInIssuer text, $6 createdAt timestamp(3) with time zone, $7 revision uuid
WITH changed AS (UPDATE administrators SET created_by = $3, last_signed_in_at = $4, signed_in_issuer = $5, created_at = $6, revision = $7
   WHERE institution_id = $1 AND id = $2
     RETURNING administrators.institution_id AS institution_id, administrators.id, NULL::uuid AS before, administrators.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'administrator', changed.id, prior.revision, changed.after, $8::timestamptz, $9::text, $10::text, $11::text, $12::uuid, $13::text, $14::text, $15::uuid FROM changed JOIN administrators prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- archived_users_add, $1 institutionId uuid, $2 id uuid
INSERT INTO archived_users (institution_id, id) VALUES ($1, $2)
   ON CONFLICT DO NOTHING;

-- archived_users_by_id, $1 institutionId uuid[], $2 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   CROSS JOIN LATERAL (SELECT t.id FROM archived_users t
   WHERE t.institution_id = k.institution_id AND t.id = k.id LIMIT 1) AS found;

-- archived_users_remove, $1 institutionId uuid, $2 id uuid
DELETE FROM archived_users WHERE institution_id = $1 AND id = $2;

-- archivings_delete, $1 institutionId uuid, $2 id uuid, $3 userId uuid
DELETE FROM archivings WHERE institution_id = $1
     AND id = coalesce($2, id) AND user_id = coalesce($3, user_id);

-- archivings_insert, $1 institutionId uuid, $2 id uuid, $3 userIds uuid[], $4 begunAt timestamp(3) with time zone
INSERT INTO archivings (institution_id, id, user_id, begun_at)
   SELECT $1, $2, u.id, $4 FROM unnest($3::uuid[]) AS u (id);

-- archivings_remove_expired, $1 before timestamp(3) with time zone, $2 limit bigint
DELETE FROM archivings WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM archivings WHERE begun_at <= $1 ORDER BY begun_at LIMIT $2))
     AND begun_at <= $1 RETURNING 1 AS removed;

-- archivings_settled, $1 institutionId uuid, $2 before timestamp(3) with time zone
SELECT DISTINCT g.user_id AS "userId" FROM archivings g
   WHERE g.institution_id = $1 AND g.begun_at <= $2;

-- backup_proofs_last
SELECT proven_at AS "provenAt" FROM backup_proofs ORDER BY proven_at DESC LIMIT 1;

-- backup_proofs_record, $1 provenAt timestamp(3) with time zone
INSERT INTO backup_proofs (proven_at) VALUES ($1) ON CONFLICT DO NOTHING;

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
    AND (t.calendar_of NOT IN ('organizer', 'user') OR NOT EXISTS (SELECT FROM archived_users u WHERE u.institution_id = t.institution_id AND u.id = t.target_id)) LIMIT 1) AS found;

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
    AND (t.calendar_of NOT IN ('organizer', 'user') OR NOT EXISTS (SELECT FROM archived_users u WHERE u.institution_id = t.institution_id AND u.id = t.target_id)) LIMIT 1) AS found;

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

-- integrations_by_client_id, $1 clientId text[]
SELECT k.n, found.* FROM unnest($1::text[]) WITH ORDINALITY AS k(client_id, n)
   CROSS JOIN LATERAL (SELECT t.institution_id AS "institutionId", t.id, t.client_id AS "clientId", t.name, t.created_by AS "createdBy", t.is_active AS "isActive", t.is_directory_sync AS "isDirectorySync", t.secrets, t.created_at AS "createdAt", t.revision FROM integrations t
   WHERE t.client_id = k.client_id LIMIT 1) AS found;

-- integrations_by_id, $1 institutionId uuid[], $2 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   CROSS JOIN LATERAL (SELECT t.institution_id AS "institutionId", t.id, t.client_id AS "clientId", t.name, t.created_by AS "createdBy", t.is_active AS "isActive", t.is_directory_sync AS "isDirectorySync", t.secrets, t.created_at AS "createdAt", t.revision FROM integrations t
   WHERE t.institution_id = k.institution_id AND t.id = k.id LIMIT 1) AS found;

-- integrations_insert, $1 institutionId uuid, $2 id uuid, $3 clientId text, $4 name text, $5 createdBy uuid, $6 isActive boolean, $7 isDirectorySync boolean, $8 secrets jsonb, $9 createdAt timestamp(3) with time zone, $10 revision uuid
WITH changed AS (INSERT INTO integrations (institution_id, id, client_id, name, created_by, is_active, is_directory_sync, secrets, created_at, revision)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     RETURNING integrations.institution_id AS institution_id, integrations.id, NULL::uuid AS before, integrations.revision AS after, json_build_object('name', integrations.name, 'createdBy', integrations.created_by, 'isActive', integrations.is_active) AS fields)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause, fields_before, fields_after)
   SELECT changed.institution_id, 'integration', changed.id, changed.before, changed.after, $11::timestamptz, $12::text, $13::text, $14::text, $15::uuid, $16::text, $17::text, $18::uuid, NULL::json, changed.fields FROM changed;

-- integrations_is_full_of_syncs, $1 institutionId uuid
SELECT count(*) >= 5 AS "isFull" FROM integrations i
   WHERE i.institution_id = $1 AND i.is_directory_sync AND i.is_active;

-- integrations_list, $1 institutionId uuid
SELECT i.institution_id AS "institutionId", i.id, i.client_id AS "clientId", i.name, i.created_by AS "createdBy", i.is_active AS "isActive", i.is_directory_sync AS "isDirectorySync", i.secrets, i.created_at AS "createdAt", i.revision FROM integrations i
   WHERE i.institution_id = $1 ORDER BY i.created_at, i.id;

-- integrations_lock_by_client_id, $1 clientId text
SELECT t.institution_id AS "institutionId", t.id, t.client_id AS "clientId", t.name, t.created_by AS "createdBy", t.is_active AS "isActive", t.is_directory_sync AS "isDirectorySync", t.secrets, t.created_at AS "createdAt", t.revision FROM integrations t
   WHERE t.client_id = $1 FOR NO KEY UPDATE;

-- integrations_lock_syncs, $1 institutionId text
SELECT pg_advisory_xact_lock(hashtextextended('syncs/' || $1, 0)) AS locked;

-- integrations_update, $1 institutionId uuid, $2 id uuid, $3 name text, $4 isActive boolean, $5 secrets jsonb, $6 revision uuid
WITH changed AS (UPDATE integrations SET name = $3, is_active = $4, secrets = $5, revision = $6
   WHERE institution_id = $1 AND id = $2
     RETURNING integrations.institution_id AS institution_id, integrations.id, NULL::uuid AS before, integrations.revision AS after, json_build_object('name', integrations.name, 'createdBy', integrations.created_by, 'isActive', integrations.is_active) AS fields)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause, fields_before, fields_after)
   SELECT changed.institution_id, 'integration', changed.id, prior.revision, changed.after, $7::timestamptz, $8::text, $9::text, $10::text, $11::uuid, $12::text, $13::text, $14::uuid, json_build_object('name', prior.name, 'createdBy', prior.created_by, 'isActive', prior.is_active), changed.fields FROM changed JOIN integrations prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- kept_forms_delete, $1 institutionId uuid, $2 userId uuid, $3 browserHash bytea, $4 address text
DELETE FROM kept_forms WHERE institution_id = $1 AND user_id = $2
     AND browser_hash = $3 AND address = $4;

-- kept_forms_delete_all, $1 institutionId uuid, $2 userId uuid
DELETE FROM kept_forms WHERE institution_id = $1 AND user_id = $2;

-- kept_forms_find, $1 institutionId uuid, $2 userId uuid, $3 browserHash bytea, $4 address text, $5 at timestamp(3) with time zone
SELECT k.address, k.key_id AS "keyId", k.sealed FROM kept_forms k
   WHERE k.institution_id = $1 AND k.user_id = $2 AND k.browser_hash = $3
     AND k.address = coalesce($4, k.address) AND k.expires_at > $5
   ORDER BY k.expires_at DESC, k.address LIMIT 1;

-- kept_forms_remove_expired, $1 before timestamp(3) with time zone, $2 limit bigint
DELETE FROM kept_forms WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM kept_forms WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2))
     AND expires_at <= $1 RETURNING 1 AS removed;

-- kept_forms_trim, $1 institutionId uuid, $2 userId uuid, $3 browserHash bytea, $4 address text, $5 most bigint
DELETE FROM kept_forms
   WHERE institution_id = $1 AND user_id = $2 AND (browser_hash, address) IN (
     SELECT browser_hash, address FROM kept_forms
     WHERE institution_id = $1 AND user_id = $2
       AND (browser_hash, address) <> ($3, $4)
     ORDER BY expires_at DESC, browser_hash, address OFFSET $5);

-- kept_forms_write, $1 institutionId uuid, $2 userId uuid, $3 browserHash bytea, $4 address text, $5 keyId text, $6 sealed bytea, $7 expiresAt timestamp(3) with time zone
INSERT INTO kept_forms (institution_id, user_id, browser_hash, address, key_id, sealed, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (institution_id, user_id, browser_hash, address)
   DO UPDATE SET key_id = excluded.key_id, sealed = excluded.sealed, expires_at = excluded.expires_at;

-- openid_failures_by_institution_id, $1 institutionId uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[]) WITH ORDINALITY AS k(institution_id, n)
   CROSS JOIN LATERAL (SELECT t.institution_id AS "institutionId", t.failed_at AS "failedAt", t.fault, t.detail FROM openid_failures t
   WHERE t.institution_id = k.institution_id LIMIT 1) AS found;

-- openid_failures_delete, $1 institutionId uuid
DELETE FROM openid_failures WHERE institution_id = $1;

-- openid_failures_write, $1 institutionId uuid, $2 failedAt timestamp(3) with time zone, $3 fault text, $4 detail text
INSERT INTO openid_failures (institution_id, failed_at, fault, detail)
   VALUES ($1, $2, $3, $4)
   ON CONFLICT (institution_id)
   DO UPDATE SET failed_at = excluded.failed_at, fault = excluded.fault, detail = excluded.detail;

-- openid_providers_by_institution_id, $1 institutionId uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[]) WITH ORDINALITY AS k(institution_id, n)
   CROSS JOIN LATERAL (SELECT t.institution_id AS "institutionId", t.id, t.institution_ref AS "institutionRef", t.issuer, t.client_id AS "clientId", t.key_id AS "keyId", t.sealed, t.confirms_addresses AS "confirmsAddresses", t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.revision FROM openid_providers t
   WHERE t.institution_id = k.institution_id LIMIT 1) AS found;

-- openid_providers_by_institution_ref, $1 institutionRef text[]
SELECT k.n, found.* FROM unnest($1::text[]) WITH ORDINALITY AS k(institution_ref, n)
   CROSS JOIN LATERAL (SELECT t.institution_id AS "institutionId", t.id, t.institution_ref AS "institutionRef", t.issuer, t.client_id AS "clientId", t.key_id AS "keyId", t.sealed, t.confirms_addresses AS "confirmsAddresses", t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.revision FROM openid_providers t
   WHERE t.institution_ref = k.institution_ref LIMIT 1) AS found;

-- openid_providers_delete_rows, $1 institutionId uuid, $2 ids uuid[]
WITH changed AS (DELETE FROM openid_providers WHERE institution_id = $1 AND id = ANY($2)
     RETURNING openid_providers.institution_id AS institution_id, openid_providers.id, openid_providers.revision AS before, NULL::uuid AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'openid_provider', changed.id, changed.before, changed.after, $3::timestamptz, $4::text, $5::text, $6::text, $7::uuid, $8::text, $9::text, $10::uuid FROM changed;

-- openid_providers_insert, $1 institutionId uuid, $2 id uuid, $3 institutionRef text, $4 issuer text, $5 clientId text, $6 keyId text, $7 sealed bytea, $8 confirmsAddresses boolean, $9 createdAt timestamp(3) with time zone, $10 updatedAt timestamp(3) with time zone, $11 revision uuid
WITH changed AS (INSERT INTO openid_providers (institution_id, id, institution_ref, issuer, client_id, key_id, sealed, confirms_addresses, created_at, updated_at, revision)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     RETURNING openid_providers.institution_id AS institution_id, openid_providers.id, NULL::uuid AS before, openid_providers.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'openid_provider', changed.id, changed.before, changed.after, $12::timestamptz, $13::text, $14::text, $15::text, $16::uuid, $17::text, $18::text, $19::uuid FROM changed;

-- openid_providers_lock, $1 institutionId uuid
SELECT t.institution_id AS "institutionId", t.id, t.institution_ref AS "institutionRef", t.issuer, t.client_id AS "clientId", t.key_id AS "keyId", t.sealed, t.confirms_addresses AS "confirmsAddresses", t.created_at AS "createdAt", t.updated_at AS "updatedAt", t.revision FROM openid_providers t
   WHERE t.institution_id = $1 FOR NO KEY UPDATE;

-- openid_providers_update, $1 institutionId uuid, $2 id uuid, $3 institutionRef text, $4 issuer text, $5 clientId text, $6 keyId text, $7 sealed bytea, $8 confirmsAddresses boolean, $9 createdAt timestamp(3) with time zone, $10 updatedAt timestamp(3) with time zone, $11 revision uuid
WITH changed AS (UPDATE openid_providers SET id = $2, institution_ref = $3, issuer = $4, client_id = $5, key_id = $6, sealed = $7, confirms_addresses = $8, created_at = $9, updated_at = greatest(openid_providers.updated_at, $10), revision = $11
   WHERE institution_id = $1
     RETURNING openid_providers.institution_id AS institution_id, openid_providers.id, NULL::uuid AS before, openid_providers.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'openid_provider', changed.id, prior.revision, changed.after, $12::timestamptz, $13::text, $14::text, $15::text, $16::uuid, $17::text, $18::text, $19::uuid FROM changed JOIN openid_providers prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

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
   WHERE t.credential_id = k.credential_id AND NOT EXISTS (SELECT FROM archived_users u WHERE u.institution_id = t.institution_id AND u.id = t.user_id) LIMIT 1) AS found;

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

-- problem_mails_by_user_id, $1 institutionId uuid[], $2 userId uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, user_id, n)
   CROSS JOIN LATERAL (SELECT t.is_wanted AS "isWanted", t.revision, t.changed_at AS "changedAt" FROM problem_mails t
   WHERE t.institution_id = k.institution_id AND t.user_id = k.user_id LIMIT 1) AS found;

-- problem_mails_choose, $1 institutionId uuid, $2 userId uuid, $3 isWanted boolean, $4 revision uuid, $5 changedAt timestamp(3) with time zone
INSERT INTO problem_mails (institution_id, user_id, is_wanted, revision, changed_at, told_keys, look_at)
   VALUES ($1, $2, $3, $4, $5, '[]', clock_timestamp())
   ON CONFLICT (institution_id, user_id) DO UPDATE SET is_wanted = excluded.is_wanted, revision = excluded.revision,
     changed_at = excluded.changed_at, told_keys = '[]', look_at = excluded.look_at;

-- problem_mails_claim, $1 institutionId uuid, $2 userId uuid
UPDATE problem_mails m SET mailed_at = clock_timestamp()
   WHERE m.institution_id = $1 AND m.user_id = $2 AND m.is_wanted
     AND coalesce(m.mailed_at <= clock_timestamp() - interval '24 hours', true) AND NOT EXISTS (SELECT FROM archived_users u WHERE u.institution_id = m.institution_id AND u.id = m.user_id)
   RETURNING m.mailed_at AS "mailedAt";

-- problem_mails_forget, $1 institutionId uuid, $2 userId uuid
UPDATE problem_mails SET is_wanted = false, revision = gen_random_uuid(), told_keys = '[]'
   WHERE institution_id = $1 AND user_id = $2 AND is_wanted;

-- problem_mails_look_again, $1 institutionId uuid
UPDATE problem_mails SET look_at = clock_timestamp() WHERE institution_id = $1;

-- problem_mails_release, $1 institutionId uuid, $2 userId uuid, $3 mailedAt timestamp(3) with time zone, $4 claimedAt timestamp(3) with time zone
UPDATE problem_mails SET mailed_at = $3, look_at = clock_timestamp() + interval '1 hour'
   WHERE institution_id = $1 AND user_id = $2 AND mailed_at = $4;

-- problem_mails_remove_expired, $1 before timestamp(3) with time zone, $2 limit bigint
DELETE FROM problem_mails WHERE ctid = ANY(ARRAY(
     SELECT m.ctid FROM problem_mails m WHERE NOT m.is_wanted AND m.changed_at <= $1
       AND coalesce(m.mailed_at <= clock_timestamp() - interval '24 hours', true) AND NOT EXISTS (SELECT FROM administrators a
         WHERE a.institution_id = m.institution_id AND a.id = m.user_id) LIMIT $2))
     AND NOT is_wanted AND changed_at <= $1 RETURNING 1 AS removed;

-- problem_mails_take
UPDATE problem_mails m
   SET look_at = clock_timestamp() + interval '10 minutes',
     mailed_at = CASE WHEN m.mailed_at > clock_timestamp() THEN clock_timestamp() ELSE m.mailed_at END
   WHERE m.ctid = ANY (ARRAY(
     SELECT ctid FROM problem_mails WHERE is_wanted AND (look_at <= clock_timestamp() OR look_at > clock_timestamp() + interval '2 hours') AND institution_id = (
       SELECT institution_id FROM problem_mails WHERE is_wanted AND (look_at <= clock_timestamp() OR look_at > clock_timestamp() + interval '2 hours') ORDER BY look_at LIMIT 1)
     FOR NO KEY UPDATE SKIP LOCKED))
   RETURNING m.institution_id AS "institutionId", m.user_id AS "userId", m.revision, m.told_keys AS "toldKeys", m.mailed_at AS "mailedAt";

-- problem_mails_tell, $1 institutionId uuid, $2 userId uuid, $3 revision uuid, $4 toldKeys jsonb, $5 mailedAt timestamp(3) with time zone
UPDATE problem_mails SET told_keys = $4
   WHERE institution_id = $1 AND user_id = $2 AND revision = $3
     AND mailed_at IS NOT DISTINCT FROM $5;

-- sign_in_links_by_code_hash, $1 codeHash bytea[]
SELECT k.n, found.* FROM unnest($1::bytea[]) WITH ORDINALITY AS k(code_hash, n)
   CROSS JOIN LATERAL (SELECT t.institution_id AS "institutionId", t.id, t.user_id AS "userId", t.expires_at AS "expiresAt", t.user_name AS "userName", t.email, t.institution_name AS "institutionName" FROM sign_in_links t
   WHERE t.code_hash = k.code_hash AND NOT EXISTS (SELECT FROM archived_users u WHERE u.institution_id = t.institution_id AND u.id = t.user_id) LIMIT 1) AS found;

-- sign_in_links_delete, $1 institutionId uuid, $2 userId uuid, $3 id uuid
DELETE FROM sign_in_links
   WHERE institution_id = $1 AND user_id = $2 AND id = coalesce($3, id);

-- sign_in_links_delete_of_console, $1 institutionId uuid, $2 userId uuid
DELETE FROM sign_in_links
   WHERE institution_id = $1 AND user_id = $2 AND is_of_console;

-- sign_in_links_insert, $1 institutionId uuid, $2 id uuid, $3 userId uuid, $4 codeHash bytea, $5 expiresAt timestamp(3) with time zone, $6 isOfConsole boolean, $7 userName text, $8 email text, $9 institutionName text
INSERT INTO sign_in_links (institution_id, id, user_id, code_hash, expires_at, is_of_console, user_name, email, institution_name)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9);

-- sign_in_links_remove_expired, $1 before timestamp(3) with time zone, $2 limit bigint
DELETE FROM sign_in_links WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM sign_in_links WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2))
     AND expires_at <= $1 RETURNING 1 AS removed;
