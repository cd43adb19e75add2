-- Up Migration

-- Archiving ends the role of an administrator: it has not ended that of those who were archived until now.
WITH ended AS (
  DELETE FROM passkeys t USING archived_users u WHERE t.institution_id = u.institution_id AND t.user_id = u.id
  RETURNING t.institution_id, t.id, t.revision
)
INSERT INTO audit_log (institution_id, recorded_at, actor, actor_id, operation, resource, resource_id, version_before, request_id)
SELECT institution_id, now(), 'consumer', 'archiving', 'lyceum.directory.v1.UserUpdated', 'passkey', id, revision, 'migration' FROM ended;
DELETE FROM kept_forms t USING archived_users u WHERE t.institution_id = u.institution_id AND t.user_id = u.id;
DELETE FROM sign_in_links t USING archived_users u WHERE t.institution_id = u.institution_id AND t.user_id = u.id;
DELETE FROM administrator_sessions t USING archived_users u WHERE t.institution_id = u.institution_id AND t.user_id = u.id;
WITH ended AS (
  DELETE FROM administrators a USING archived_users u WHERE a.institution_id = u.institution_id AND a.id = u.id
  RETURNING a.institution_id, a.id, a.revision
), counted AS (
  UPDATE administrator_counts c SET administrators = greatest(c.administrators - e.ended, 0)
  FROM (SELECT institution_id, count(*) AS ended FROM ended GROUP BY institution_id) e
  WHERE c.institution_id = e.institution_id
)
INSERT INTO audit_log (institution_id, recorded_at, actor, actor_id, operation, resource, resource_id, version_before, request_id)
SELECT institution_id, now(), 'consumer', 'archiving', 'lyceum.directory.v1.UserUpdated', 'administrator', id, revision, 'migration' FROM ended;
