-- The statements of curricula, as they are sent to PostgreSQL. Written by `npm run tables:write`.

-- cohort_terms_change_rows, $1 institutionId uuid, $2 id uuid[], $3 cohortStudyTimelineStatus text[]
UPDATE cohort_terms t SET cohort_study_timeline_status = v.cohort_study_timeline_status
   FROM unnest($2::uuid[], $3::text[])
     AS v(id, cohort_study_timeline_status)
   WHERE t.institution_id = $1 AND t.id = v.id;

-- cohort_terms_delete_rows, $1 institutionId uuid, $2 ids uuid[]
DELETE FROM cohort_terms WHERE institution_id = $1 AND id = ANY($2);

-- cohort_terms_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 id uuid[], $4 cohortId uuid[], $5 curriculumTermId uuid[], $6 organizationTermId uuid[], $7 cohortStudyTimelineStatus text[]
INSERT INTO cohort_terms (institution_id, created_at, id, cohort_id, curriculum_term_id, organization_term_id, cohort_study_timeline_status)
   SELECT $1, $2, v.id, v.cohort_id, v.curriculum_term_id, v.organization_term_id, v.cohort_study_timeline_status FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[])
     AS v(id, cohort_id, curriculum_term_id, organization_term_id, cohort_study_timeline_status);

-- cohort_terms_of_refs, $1 institutionId uuid, $2 refs text[]
SELECT t.id, t.cohort_id AS "cohortId", t.curriculum_term_id AS "curriculumTermId", t.organization_term_id AS "organizationTermId", t.cohort_study_timeline_status AS "cohortStudyTimelineStatus"
   FROM cohorts o
   JOIN cohort_terms t ON t.institution_id = o.institution_id AND t.cohort_id = o.id
   WHERE o.institution_id = $1 AND o.ref = ANY($2);

-- cohort_terms_release, $1 institutionId uuid, $2 termIds uuid[]
DELETE FROM cohort_terms
   WHERE institution_id = $1 AND curriculum_term_id = ANY($2::uuid[]);

-- cohorts_by_refs, $1 institutionId uuid, $2 refs text[]
SELECT found.* FROM unnest($2::text[]) AS wanted (ref)
   CROSS JOIN LATERAL (SELECT t.id, t.ref, t.study_program_version_id AS "studyProgramVersionId" FROM cohorts t
     WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1) AS found;

-- cohorts_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 studyProgramVersionId uuid[], $7 name text[], $8 startDate timestamp(3) with time zone[], $9 endDate timestamp(3) with time zone[], $10 curriculumVersionId uuid[], $11 originalCurriculumVersionId uuid[], $12 isArchived boolean[], $13 hasDisconnectedFromCurricula boolean[], $14 revision uuid[]
WITH changed AS (INSERT INTO cohorts (institution_id, created_at, updated_at, id, ref, study_program_version_id, name, start_date, end_date, curriculum_version_id, original_curriculum_version_id, is_archived, has_disconnected_from_curricula, revision)
   SELECT $1, $2, $3, v.id, v.ref, v.study_program_version_id, v.name, v.start_date, v.end_date, v.curriculum_version_id, v.original_curriculum_version_id, v.is_archived, v.has_disconnected_from_curricula, v.revision FROM unnest($4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::timestamp(3) with time zone[], $9::timestamp(3) with time zone[], $10::uuid[], $11::uuid[], $12::boolean[], $13::boolean[], $14::uuid[])
     AS v(id, ref, study_program_version_id, name, start_date, end_date, curriculum_version_id, original_curriculum_version_id, is_archived, has_disconnected_from_curricula, revision)
     RETURNING cohorts.institution_id AS institution_id, cohorts.id, NULL::uuid AS before, cohorts.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'cohort', changed.id, changed.before, changed.after, $15::timestamptz, $16::text, $17::text, $18::text, $19::uuid, $20::text, $21::text, $22::uuid FROM changed;

-- cohorts_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.study_program_version_id AS "studyProgramVersionId", t.name, t.start_date AS "startDate", t.end_date AS "endDate", t.curriculum_version_id AS "curriculumVersionId", t.original_curriculum_version_id AS "originalCurriculumVersionId", t.is_archived AS "isArchived", t.has_disconnected_from_curricula AS "hasDisconnectedFromCurricula" FROM cohorts t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- cohorts_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 studyProgramVersionId uuid[], $5 name text[], $6 startDate timestamp(3) with time zone[], $7 endDate timestamp(3) with time zone[], $8 curriculumVersionId uuid[], $9 originalCurriculumVersionId uuid[], $10 isArchived boolean[], $11 hasDisconnectedFromCurricula boolean[], $12 revision uuid[]
WITH changed AS (UPDATE cohorts t SET updated_at = greatest(t.updated_at, $2), study_program_version_id = v.study_program_version_id, name = v.name, start_date = v.start_date, end_date = v.end_date, curriculum_version_id = v.curriculum_version_id, original_curriculum_version_id = v.original_curriculum_version_id, is_archived = v.is_archived, has_disconnected_from_curricula = v.has_disconnected_from_curricula, revision = v.revision
   FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::timestamp(3) with time zone[], $7::timestamp(3) with time zone[], $8::uuid[], $9::uuid[], $10::boolean[], $11::boolean[], $12::uuid[])
     AS v(id, study_program_version_id, name, start_date, end_date, curriculum_version_id, original_curriculum_version_id, is_archived, has_disconnected_from_curricula, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'cohort', changed.id, prior.revision, changed.after, $13::timestamptz, $14::text, $15::text, $16::text, $17::uuid, $18::text, $19::text, $20::uuid FROM changed JOIN cohorts prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- course_module_tags_delete_rows, $1 institutionId uuid, $2 ids uuid[]
WITH changed AS (DELETE FROM course_module_tags WHERE institution_id = $1 AND id = ANY($2)
     RETURNING course_module_tags.institution_id AS institution_id, course_module_tags.id, course_module_tags.revision AS before, NULL::uuid AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'course_module_tag', changed.id, changed.before, changed.after, $3::timestamptz, $4::text, $5::text, $6::text, $7::uuid, $8::text, $9::text, $10::uuid FROM changed;

-- course_module_tags_insert_rows, $1 institutionId uuid, $2 id uuid[], $3 courseModuleId uuid[], $4 tagId uuid[], $5 revision uuid[]
WITH changed AS (INSERT INTO course_module_tags (institution_id, id, course_module_id, tag_id, revision)
   SELECT $1, v.id, v.course_module_id, v.tag_id, v.revision FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[])
     AS v(id, course_module_id, tag_id, revision)
     RETURNING course_module_tags.institution_id AS institution_id, course_module_tags.id, NULL::uuid AS before, course_module_tags.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'course_module_tag', changed.id, changed.before, changed.after, $6::timestamptz, $7::text, $8::text, $9::text, $10::uuid, $11::text, $12::text, $13::uuid FROM changed;

-- course_module_tags_of_refs, $1 institutionId uuid, $2 refs text[]
SELECT t.id, t.course_module_id AS "courseModuleId", t.tag_id AS "tagId"
   FROM course_modules o
   JOIN course_module_tags t ON t.institution_id = o.institution_id AND t.course_module_id = o.id
   WHERE o.institution_id = $1 AND o.ref = ANY($2);

-- course_modules_by_refs, $1 institutionId uuid, $2 refs text[]
SELECT found.* FROM unnest($2::text[]) AS wanted (ref)
   CROSS JOIN LATERAL (SELECT t.id, t.ref FROM course_modules t
     WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1) AS found;

-- course_modules_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 name text[], $7 code text[], $8 isArchived boolean[], $9 nameTranslations json[], $10 revision uuid[]
WITH changed AS (INSERT INTO course_modules (institution_id, created_at, updated_at, id, ref, name, code, is_archived, name_translations, revision)
   SELECT $1, $2, $3, v.id, v.ref, v.name, v.code, v.is_archived, v.name_translations, v.revision FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::json[], $10::uuid[])
     AS v(id, ref, name, code, is_archived, name_translations, revision)
     RETURNING course_modules.institution_id AS institution_id, course_modules.id, NULL::uuid AS before, course_modules.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'course_module', changed.id, changed.before, changed.after, $11::timestamptz, $12::text, $13::text, $14::text, $15::uuid, $16::text, $17::text, $18::uuid FROM changed;

-- course_modules_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.name, t.code, t.is_archived AS "isArchived", t.name_translations AS "nameTranslations" FROM course_modules t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- course_modules_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 name text[], $5 code text[], $6 isArchived boolean[], $7 nameTranslations json[], $8 revision uuid[]
WITH changed AS (UPDATE course_modules t SET updated_at = greatest(t.updated_at, $2), name = v.name, code = v.code, is_archived = v.is_archived, name_translations = v.name_translations, revision = v.revision
   FROM unnest($3::uuid[], $4::text[], $5::text[], $6::boolean[], $7::json[], $8::uuid[])
     AS v(id, name, code, is_archived, name_translations, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'course_module', changed.id, prior.revision, changed.after, $9::timestamptz, $10::text, $11::text, $12::text, $13::uuid, $14::text, $15::text, $16::uuid FROM changed JOIN course_modules prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- curricula_by_id, $1 institutionId uuid[], $2 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   CROSS JOIN LATERAL (SELECT c.id, c.name, c.code, c.is_cohort_specific AS "isCohortSpecific", c.is_archived AS "isArchived", c.revision, c.created_at AS "createdAt", c.updated_at AS "updatedAt",
  (SELECT count(*)::integer FROM curriculum_versions v
   WHERE v.institution_id = c.institution_id AND v.curriculum_id = c.id) AS "versionsCount" FROM curricula c
   WHERE c.institution_id = k.institution_id AND c.id = k.id LIMIT 1) AS found;

-- curricula_by_refs, $1 institutionId uuid, $2 refs text[]
SELECT found.* FROM unnest($2::text[]) AS wanted (ref)
   CROSS JOIN LATERAL (SELECT t.id, t.ref FROM curricula t
     WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1) AS found;

-- curricula_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 name text[], $7 code text[], $8 isCohortSpecific boolean[], $9 isArchived boolean[], $10 revision uuid[]
WITH changed AS (INSERT INTO curricula (institution_id, created_at, updated_at, id, ref, name, code, is_cohort_specific, is_archived, revision)
   SELECT $1, $2, $3, v.id, v.ref, v.name, v.code, v.is_cohort_specific, v.is_archived, v.revision FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::boolean[], $10::uuid[])
     AS v(id, ref, name, code, is_cohort_specific, is_archived, revision)
     RETURNING curricula.institution_id AS institution_id, curricula.id, NULL::uuid AS before, curricula.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'curriculum', changed.id, changed.before, changed.after, $11::timestamptz, $12::text, $13::text, $14::text, $15::uuid, $16::text, $17::text, $18::uuid FROM changed;

-- curricula_list, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint
SELECT c.id, c.name, c.code, c.is_cohort_specific AS "isCohortSpecific", c.is_archived AS "isArchived", c.revision, c.created_at AS "createdAt", c.updated_at AS "updatedAt",
  (SELECT count(*)::integer FROM curriculum_versions v
   WHERE v.institution_id = c.institution_id AND v.curriculum_id = c.id) AS "versionsCount" FROM curricula c
   WHERE c.institution_id = $1 AND (c.created_at, c.id) > ($2, $3)
   ORDER BY c.created_at, c.id LIMIT $4;

-- curricula_list_archived_or_not, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 isArchived boolean
SELECT c.id, c.name, c.code, c.is_cohort_specific AS "isCohortSpecific", c.is_archived AS "isArchived", c.revision, c.created_at AS "createdAt", c.updated_at AS "updatedAt",
  (SELECT count(*)::integer FROM curriculum_versions v
   WHERE v.institution_id = c.institution_id AND v.curriculum_id = c.id) AS "versionsCount" FROM curricula c
   WHERE c.institution_id = $1 AND c.is_archived = $5 AND (c.created_at, c.id) > ($2, $3)
   ORDER BY c.created_at, c.id LIMIT $4;

-- curricula_list_with_ids, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 ids uuid[], $6 isArchived boolean
SELECT c.id, c.name, c.code, c.is_cohort_specific AS "isCohortSpecific", c.is_archived AS "isArchived", c.revision, c.created_at AS "createdAt", c.updated_at AS "updatedAt",
  (SELECT count(*)::integer FROM curriculum_versions v
   WHERE v.institution_id = c.institution_id AND v.curriculum_id = c.id) AS "versionsCount" FROM (SELECT * FROM curricula WHERE institution_id = $1 AND id = ANY($5::uuid[]) OFFSET 0) c
   WHERE (c.created_at, c.id) > ($2, $3) AND ($6::boolean IS NULL OR c.is_archived = $6)
   ORDER BY c.created_at, c.id LIMIT $4;

-- curricula_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.name, t.code, t.is_cohort_specific AS "isCohortSpecific", t.is_archived AS "isArchived" FROM curricula t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- curricula_lock_connectable, $1 institutionId uuid, $2 ids uuid[]
SELECT c.id, c.name, c.code, c.is_cohort_specific AS "isCohortSpecific", c.is_archived AS "isArchived", c.revision, c.created_at AS "createdAt", c.updated_at AS "updatedAt",
  (SELECT count(*)::integer FROM curriculum_versions v
   WHERE v.institution_id = c.institution_id AND v.curriculum_id = c.id) AS "versionsCount" FROM curricula c
   WHERE c.institution_id = $1 AND c.id = ANY($2::uuid[]) AND NOT c.is_archived
   ORDER BY c.id FOR NO KEY UPDATE OF c;

-- curricula_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 name text[], $5 code text[], $6 isCohortSpecific boolean[], $7 isArchived boolean[], $8 revision uuid[]
WITH changed AS (UPDATE curricula t SET updated_at = greatest(t.updated_at, $2), name = v.name, code = v.code, is_cohort_specific = v.is_cohort_specific, is_archived = v.is_archived, revision = v.revision
   FROM unnest($3::uuid[], $4::text[], $5::text[], $6::boolean[], $7::boolean[], $8::uuid[])
     AS v(id, name, code, is_cohort_specific, is_archived, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'curriculum', changed.id, prior.revision, changed.after, $9::timestamptz, $10::text, $11::text, $12::text, $13::uuid, $14::text, $15::text, $16::uuid FROM changed JOIN curricula prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- curriculum_items_by_refs, $1 institutionId uuid, $2 refs text[]
SELECT found.* FROM unnest($2::text[]) AS wanted (ref)
   CROSS JOIN LATERAL (SELECT t.id, t.ref, t.curriculum_version_id AS "curriculumVersionId" FROM curriculum_items t
     WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1) AS found;

-- curriculum_items_curricula_of_module_versions, $1 institutionId uuid, $2 ids uuid[]
SELECT DISTINCT v.curriculum_id AS "curriculumId" FROM curriculum_items i
   JOIN curriculum_versions v ON v.institution_id = i.institution_id AND v.id = i.curriculum_version_id
   WHERE i.institution_id = $1 AND i.module_version_id = ANY($2::uuid[])
   ORDER BY v.curriculum_id;

-- curriculum_items_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 curriculumVersionId uuid[], $7 courseModuleId uuid[], $8 moduleVersionId uuid[], $9 termId uuid[], $10 moduleClusterId uuid[], $11 pathwayId uuid[], $12 parentId uuid[], $13 isCoreModule boolean[], $14 moduleGroupId uuid[]
INSERT INTO curriculum_items (institution_id, created_at, updated_at, id, ref, curriculum_version_id, course_module_id, module_version_id, term_id, module_cluster_id, pathway_id, parent_id, is_core_module, module_group_id)
   SELECT $1, $2, $3, v.id, v.ref, v.curriculum_version_id, v.course_module_id, v.module_version_id, v.term_id, v.module_cluster_id, v.pathway_id, v.parent_id, v.is_core_module, v.module_group_id FROM unnest($4::uuid[], $5::text[], $6::uuid[], $7::uuid[], $8::uuid[], $9::uuid[], $10::uuid[], $11::uuid[], $12::uuid[], $13::boolean[], $14::uuid[])
     AS v(id, ref, curriculum_version_id, course_module_id, module_version_id, term_id, module_cluster_id, pathway_id, parent_id, is_core_module, module_group_id);

-- curriculum_items_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.curriculum_version_id AS "curriculumVersionId", t.course_module_id AS "courseModuleId", t.module_version_id AS "moduleVersionId", t.term_id AS "termId", t.module_cluster_id AS "moduleClusterId", t.pathway_id AS "pathwayId", t.parent_id AS "parentId", t.is_core_module AS "isCoreModule", t.module_group_id AS "moduleGroupId" FROM curriculum_items t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- curriculum_items_onward_by_parent_id, $1 institutionId uuid, $2 ids uuid[]
WITH RECURSIVE reached (id) AS (SELECT unnest($2::uuid[]) UNION SELECT t.parent_id FROM reached r JOIN curriculum_items t ON t.institution_id = $1 AND t.id = r.id
     WHERE t.parent_id IS NOT NULL)
   SELECT t.id AS "from", t.parent_id AS "to" FROM reached r JOIN curriculum_items t ON t.institution_id = $1 AND t.id = r.id
     WHERE t.parent_id IS NOT NULL;

-- curriculum_items_release_module_versions, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 ids uuid[]
UPDATE curriculum_items SET module_version_id = NULL, updated_at = greatest(updated_at, $2)
   WHERE institution_id = $1 AND module_version_id = ANY($3::uuid[]);

-- curriculum_items_release_parts, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 termIds uuid[], $4 pathwayIds uuid[], $5 clusterIds uuid[], $6 itemIds uuid[]
UPDATE curriculum_items SET updated_at = greatest(updated_at, $2), term_id = CASE WHEN term_id = ANY($3::uuid[]) THEN NULL ELSE term_id END, pathway_id = CASE WHEN pathway_id = ANY($4::uuid[]) THEN NULL ELSE pathway_id END, module_cluster_id = CASE WHEN module_cluster_id = ANY($5::uuid[]) THEN NULL ELSE module_cluster_id END, parent_id = CASE WHEN parent_id = ANY($6::uuid[]) THEN NULL ELSE parent_id END
   WHERE institution_id = $1 AND (term_id = ANY($3::uuid[]) OR pathway_id = ANY($4::uuid[]) OR module_cluster_id = ANY($5::uuid[]) OR parent_id = ANY($6::uuid[]));

-- curriculum_items_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 curriculumVersionId uuid[], $5 courseModuleId uuid[], $6 moduleVersionId uuid[], $7 termId uuid[], $8 moduleClusterId uuid[], $9 pathwayId uuid[], $10 parentId uuid[], $11 isCoreModule boolean[], $12 moduleGroupId uuid[]
UPDATE curriculum_items t SET updated_at = greatest(t.updated_at, $2), curriculum_version_id = v.curriculum_version_id, course_module_id = v.course_module_id, module_version_id = v.module_version_id, term_id = v.term_id, module_cluster_id = v.module_cluster_id, pathway_id = v.pathway_id, parent_id = v.parent_id, is_core_module = v.is_core_module, module_group_id = v.module_group_id
   FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[], $8::uuid[], $9::uuid[], $10::uuid[], $11::boolean[], $12::uuid[])
     AS v(id, curriculum_version_id, course_module_id, module_version_id, term_id, module_cluster_id, pathway_id, parent_id, is_core_module, module_group_id)
   WHERE t.institution_id = $1 AND t.id = v.id;

-- curriculum_terms_by_refs, $1 institutionId uuid, $2 refs text[]
SELECT found.* FROM unnest($2::text[]) AS wanted (ref)
   CROSS JOIN LATERAL (SELECT t.id, t.ref, t.curriculum_version_id AS "curriculumVersionId" FROM curriculum_terms t
     WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1) AS found;

-- curriculum_terms_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 curriculumVersionId uuid[], $7 position integer[], $8 name text[]
INSERT INTO curriculum_terms (institution_id, created_at, updated_at, id, ref, curriculum_version_id, position, name)
   SELECT $1, $2, $3, v.id, v.ref, v.curriculum_version_id, v.position, v.name FROM unnest($4::uuid[], $5::text[], $6::uuid[], $7::integer[], $8::text[])
     AS v(id, ref, curriculum_version_id, position, name);

-- curriculum_terms_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.curriculum_version_id AS "curriculumVersionId", t.position, t.name FROM curriculum_terms t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- curriculum_terms_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 curriculumVersionId uuid[], $5 position integer[], $6 name text[]
UPDATE curriculum_terms t SET updated_at = greatest(t.updated_at, $2), curriculum_version_id = v.curriculum_version_id, position = v.position, name = v.name
   FROM unnest($3::uuid[], $4::uuid[], $5::integer[], $6::text[])
     AS v(id, curriculum_version_id, position, name)
   WHERE t.institution_id = $1 AND t.id = v.id;

-- curriculum_versions_by_id, $1 institutionId uuid[], $2 curriculumId uuid[], $3 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) WITH ORDINALITY AS k(institution_id, curriculum_id, id, n)
   CROSS JOIN LATERAL (SELECT  FROM curriculum_versions t
   WHERE t.institution_id = k.institution_id AND t.curriculum_id = k.curriculum_id AND t.id = k.id LIMIT 1) AS found;

-- curriculum_versions_by_refs, $1 institutionId uuid, $2 refs text[]
SELECT found.* FROM unnest($2::text[]) AS wanted (ref)
   CROSS JOIN LATERAL (SELECT t.id, t.ref, t.curriculum_id AS "curriculumId" FROM curriculum_versions t
     WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1) AS found;

-- curriculum_versions_detail, $1 institutionId uuid, $2 id uuid, $3 curriculumId uuid
WITH items AS MATERIALIZED (
     SELECT i.id, i.course_module_id AS "courseModuleId", i.module_version_id AS "moduleVersionId", i.term_id AS "termId", i.module_cluster_id AS "moduleClusterId", i.pathway_id AS "pathwayId", i.parent_id AS "parentId", i.is_core_module AS "isCoreModule", i.module_group_id AS "moduleGroupId", i.created_at AS "createdAt", i.updated_at AS "updatedAt" FROM curriculum_items i WHERE i.institution_id = $1 AND i.curriculum_version_id = $2),
   own_versions AS MATERIALIZED (
     SELECT DISTINCT "moduleVersionId" AS id FROM items WHERE "moduleVersionId" IS NOT NULL),
   connections AS MATERIALIZED (
     SELECT n.id, n.parent_module_version_id AS "parentModuleVersionId", n.child_module_version_id AS "childModuleVersionId", n.study_period_id AS "studyPeriodId" FROM own_versions o
      JOIN module_connections n ON n.institution_id = $1 AND n.parent_module_version_id = o.id
     UNION SELECT n.id, n.parent_module_version_id AS "parentModuleVersionId", n.child_module_version_id AS "childModuleVersionId", n.study_period_id AS "studyPeriodId" FROM own_versions o
      JOIN module_connections n ON n.institution_id = $1 AND n.child_module_version_id = o.id),
   module_versions_named AS MATERIALIZED (
     SELECT m.id, m.course_module_id AS "courseModuleId", m.version, m.name, m.ects_points AS "ectsPoints", m.status, m.is_default AS "isDefault", m.description, m.capacity, m.icon, m.icon_type AS "iconType", m.banner, m.color, m.early_assessment_enabled AS "earlyAssessmentEnabled", m.is_currently_electable AS "isCurrentlyElectable", m.course_chat_file_attachments_default AS "courseChatFileAttachmentsDefault", m.course_chat_read_only_default AS "courseChatReadOnlyDefault", m.course_feature_defaults AS "courseFeatureDefaults", m.attempt_rules AS "attemptRules", m.module_name AS "moduleName", m.required_attendance_percentage AS "requiredAttendancePercentage", m.examination_requirements AS "examinationRequirements", m.time_plan_id AS "timePlanId", m.unit_name AS "unitName", m.unit_minutes AS "unitMinutes", m.unit_amount AS "unitAmount", m.created_at AS "createdAt", m.updated_at AS "updatedAt"
     FROM (SELECT id FROM own_versions
       UNION SELECT "parentModuleVersionId" FROM connections
       UNION SELECT "childModuleVersionId" FROM connections) AS named
     JOIN module_versions m ON m.institution_id = $1 AND m.id = named.id),
   modules AS MATERIALIZED (
     SELECT m.id, m.name, m.code, m.is_archived AS "isArchived", m.name_translations AS "nameTranslations"
     FROM (SELECT "courseModuleId" AS id FROM items UNION SELECT "courseModuleId" FROM module_versions_named) AS named
     JOIN course_modules m ON m.institution_id = $1 AND m.id = named.id),
   cohort_terms_named AS MATERIALIZED (
     SELECT ct.id, ct.cohort_id AS "cohortId", ct.curriculum_term_id AS "curriculumTermId", ct.organization_term_id AS "organizationTermId", ct.cohort_study_timeline_status AS "cohortStudyTimelineStatus", ct.created_at AS "createdAt", c.name AS "cohortName"
     FROM curriculum_terms t
     JOIN cohort_terms ct ON ct.institution_id = $1 AND ct.curriculum_term_id = t.id
     JOIN cohorts c ON c.institution_id = $1 AND c.id = ct.cohort_id
     WHERE t.institution_id = $1 AND t.curriculum_version_id = $2)
   SELECT v.id, v.curriculum_id AS "curriculumId", v.version, v.name, v.is_default AS "isDefault", v.election_mode AS "electionMode", v.election_start_weeks AS "electionStartWeeks", v.election_end_weeks AS "electionEndWeeks", v.is_cohort_version AS "isCohortVersion", v.source_cohort_id AS "sourceCohortId", v.revision, v.created_at AS "createdAt", v.updated_at AS "updatedAt", sc.name AS "sourceCohortName", cu.name AS "curriculumName", cu.is_cohort_specific AS "isCohortSpecific",
     (SELECT s.stamp FROM stamps s WHERE s.institution_id = $1) AS stamp,
     (SELECT coalesce(json_agg(r ORDER BY r.position, r.id), '[]') FROM (SELECT t.id, t.curriculum_version_id AS "curriculumVersionId", t.position, t.name FROM curriculum_terms t WHERE t.institution_id = $1 AND t.curriculum_version_id = $2) AS r) AS terms,
     (SELECT coalesce(json_agg(r ORDER BY r."createdAt", r.id), '[]') FROM cohort_terms_named AS r) AS "cohortTerms",
     (SELECT coalesce(json_agg(r ORDER BY r.position, r.id), '[]') FROM (SELECT p.id, p.curriculum_version_id AS "curriculumVersionId", p.position, p.name, p.type, p.description FROM pathways p WHERE p.institution_id = $1 AND p.curriculum_version_id = $2) AS r) AS pathways,
     (SELECT coalesce(json_agg(r ORDER BY r."createdAt", r.id), '[]') FROM (SELECT k.id, k.curriculum_version_id AS "curriculumVersionId", k.name, k.elective_behavior AS "electiveBehavior", k.elective_behavior_amount AS "electiveBehaviorAmount", k.rule, k.rule_amount AS "ruleAmount", k.unlock_after_cp AS "unlockAfterCp", k.elect_at_once AS "electAtOnce", k.overflow_cluster_id AS "overflowClusterId", k.is_re_electable AS "isReElectable", k.created_at AS "createdAt", k.updated_at AS "updatedAt" FROM module_clusters k WHERE k.institution_id = $1 AND k.curriculum_version_id = $2) AS r) AS clusters,
     (SELECT coalesce(json_agg(r ORDER BY r."createdAt", r.id), '[]') FROM items AS r) AS items,
     (SELECT coalesce(json_agg(r ORDER BY r."termStart", r.id), '[]') FROM (SELECT o.id, o.name, o.code, o.term_start AS "termStart", o.term_end AS "termEnd", o.election_start AS "electionStart", o.election_end AS "electionEnd", o.reassessment_registration_start AS "reassessmentRegistrationStart", o.reassessment_registration_end AS "reassessmentRegistrationEnd" FROM organization_terms o
        WHERE o.institution_id = $1 AND o.id IN (SELECT "organizationTermId" FROM cohort_terms_named)) AS r) AS "organizationTerms",
     (SELECT coalesce(json_agg(r ORDER BY r.id), '[]') FROM modules AS r) AS modules,
     (SELECT coalesce(json_agg(r ORDER BY r.name, r.id), '[]') FROM (SELECT mt.id, mt.course_module_id AS "courseModuleId", mt.tag_id AS "tagId", t.name, t.color, t.icon FROM modules m
        JOIN course_module_tags mt ON mt.institution_id = $1 AND mt.course_module_id = m.id
        JOIN tags t ON t.institution_id = $1 AND t.id = mt.tag_id) AS r) AS tags,
     (SELECT coalesce(json_agg(r ORDER BY r.id), '[]') FROM module_versions_named AS r) AS "moduleVersions",
     (SELECT coalesce(json_agg(r ORDER BY r.id), '[]') FROM connections AS r) AS connections,
     (SELECT coalesce(json_agg(r ORDER BY r.id), '[]') FROM (SELECT g.id, g.name, g.code, g.color FROM module_groups g
        WHERE g.institution_id = $1 AND g.id IN (SELECT "moduleGroupId" FROM items)) AS r) AS groups
   FROM curriculum_versions v
  LEFT JOIN cohorts sc ON sc.institution_id = v.institution_id AND sc.id = v.source_cohort_id
   JOIN curricula cu ON cu.institution_id = v.institution_id AND cu.id = v.curriculum_id
   WHERE v.institution_id = $1 AND v.id = $2 AND v.curriculum_id = $3;

-- curriculum_versions_end_defaults, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 parentIds uuid[], $4 revision uuid
WITH changed AS (UPDATE curriculum_versions SET is_default = false, updated_at = greatest(updated_at, $2), revision = $4
   WHERE institution_id = $1 AND is_default AND curriculum_id = ANY($3::uuid[])
     RETURNING curriculum_versions.institution_id AS institution_id, curriculum_versions.id, NULL::uuid AS before, curriculum_versions.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'curriculum_version', changed.id, prior.revision, changed.after, $5::timestamptz, $6::text, $7::text, $8::text, $9::uuid, $10::text, $11::text, $12::uuid FROM changed JOIN curriculum_versions prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- curriculum_versions_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 curriculumId uuid[], $7 version text[], $8 name text[], $9 isDefault boolean[], $10 electionMode text[], $11 electionStartWeeks integer[], $12 electionEndWeeks integer[], $13 isCohortVersion boolean[], $14 sourceCohortId uuid[], $15 revision uuid[]
WITH changed AS (INSERT INTO curriculum_versions (institution_id, created_at, updated_at, id, ref, curriculum_id, version, name, is_default, election_mode, election_start_weeks, election_end_weeks, is_cohort_version, source_cohort_id, revision)
   SELECT $1, $2, $3, v.id, v.ref, v.curriculum_id, v.version, v.name, v.is_default, v.election_mode, v.election_start_weeks, v.election_end_weeks, v.is_cohort_version, v.source_cohort_id, v.revision FROM unnest($4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::text[], $9::boolean[], $10::text[], $11::integer[], $12::integer[], $13::boolean[], $14::uuid[], $15::uuid[])
     AS v(id, ref, curriculum_id, version, name, is_default, election_mode, election_start_weeks, election_end_weeks, is_cohort_version, source_cohort_id, revision)
     RETURNING curriculum_versions.institution_id AS institution_id, curriculum_versions.id, NULL::uuid AS before, curriculum_versions.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'curriculum_version', changed.id, changed.before, changed.after, $16::timestamptz, $17::text, $18::text, $19::text, $20::uuid, $21::text, $22::text, $23::uuid FROM changed;

-- curriculum_versions_list, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 curriculumId uuid
SELECT v.id, v.curriculum_id AS "curriculumId", v.version, v.name, v.is_default AS "isDefault", v.election_mode AS "electionMode", v.election_start_weeks AS "electionStartWeeks", v.election_end_weeks AS "electionEndWeeks", v.is_cohort_version AS "isCohortVersion", v.source_cohort_id AS "sourceCohortId", v.revision, v.created_at AS "createdAt", v.updated_at AS "updatedAt", sc.name AS "sourceCohortName" FROM curriculum_versions v
  LEFT JOIN cohorts sc ON sc.institution_id = v.institution_id AND sc.id = v.source_cohort_id
   WHERE v.institution_id = $1 AND v.curriculum_id = $5
     AND (v.created_at, v.id) > ($2, $3)
   ORDER BY v.created_at, v.id LIMIT $4;

-- curriculum_versions_lock_by_id, $1 institutionId uuid, $2 curriculumId uuid, $3 id uuid
SELECT t.id FROM curriculum_versions t
   WHERE t.institution_id = $1 AND t.curriculum_id = $2 AND t.id = $3 FOR NO KEY UPDATE;

-- curriculum_versions_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.curriculum_id AS "curriculumId", t.version, t.name, t.is_default AS "isDefault", t.election_mode AS "electionMode", t.election_start_weeks AS "electionStartWeeks", t.election_end_weeks AS "electionEndWeeks", t.is_cohort_version AS "isCohortVersion", t.source_cohort_id AS "sourceCohortId" FROM curriculum_versions t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- curriculum_versions_parents_by_ids, $1 institutionId uuid, $2 ids uuid[]
SELECT t.id, t.curriculum_id AS "curriculumId" FROM curriculum_versions t
   WHERE t.institution_id = $1 AND t.id = ANY($2);

-- curriculum_versions_release_defaults, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 isDefault boolean, $4 id uuid[]
UPDATE curriculum_versions t SET updated_at = greatest(t.updated_at, $2), is_default = $3
   FROM unnest($4::uuid[])
     AS v(id)
   WHERE t.institution_id = $1 AND t.id = v.id;

-- curriculum_versions_revise, $1 institutionId uuid, $2 id uuid, $3 revision uuid, $4 at timestamp(3) with time zone
WITH changed AS (UPDATE curriculum_versions SET revision = $3, updated_at = greatest(updated_at, $4)
   WHERE institution_id = $1 AND id = $2
     RETURNING curriculum_versions.institution_id AS institution_id, curriculum_versions.id, NULL::uuid AS before, curriculum_versions.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'curriculum_version', changed.id, prior.revision, changed.after, $5::timestamptz, $6::text, $7::text, $8::text, $9::uuid, $10::text, $11::text, $12::uuid FROM changed JOIN curriculum_versions prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- curriculum_versions_revise_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 revision uuid[]
WITH changed AS (UPDATE curriculum_versions t SET updated_at = greatest(t.updated_at, $2), revision = v.revision
   FROM unnest($3::uuid[], $4::uuid[])
     AS v(id, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'curriculum_version', changed.id, prior.revision, changed.after, $5::timestamptz, $6::text, $7::text, $8::text, $9::uuid, $10::text, $11::text, $12::uuid FROM changed JOIN curriculum_versions prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- curriculum_versions_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 curriculumId uuid[], $5 version text[], $6 name text[], $7 isDefault boolean[], $8 electionMode text[], $9 electionStartWeeks integer[], $10 electionEndWeeks integer[], $11 isCohortVersion boolean[], $12 sourceCohortId uuid[], $13 revision uuid[]
WITH changed AS (UPDATE curriculum_versions t SET updated_at = greatest(t.updated_at, $2), curriculum_id = v.curriculum_id, version = v.version, name = v.name, is_default = v.is_default, election_mode = v.election_mode, election_start_weeks = v.election_start_weeks, election_end_weeks = v.election_end_weeks, is_cohort_version = v.is_cohort_version, source_cohort_id = v.source_cohort_id, revision = v.revision
   FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::boolean[], $8::text[], $9::integer[], $10::integer[], $11::boolean[], $12::uuid[], $13::uuid[])
     AS v(id, curriculum_id, version, name, is_default, election_mode, election_start_weeks, election_end_weeks, is_cohort_version, source_cohort_id, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'curriculum_version', changed.id, prior.revision, changed.after, $14::timestamptz, $15::text, $16::text, $17::text, $18::uuid, $19::text, $20::text, $21::uuid FROM changed JOIN curriculum_versions prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- module_clusters_by_refs, $1 institutionId uuid, $2 refs text[]
SELECT found.* FROM unnest($2::text[]) AS wanted (ref)
   CROSS JOIN LATERAL (SELECT t.id, t.ref, t.curriculum_version_id AS "curriculumVersionId" FROM module_clusters t
     WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1) AS found;

-- module_clusters_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 curriculumVersionId uuid[], $7 name text[], $8 electiveBehavior text[], $9 electiveBehaviorAmount double precision[], $10 rule text[], $11 ruleAmount double precision[], $12 unlockAfterCp double precision[], $13 electAtOnce boolean[], $14 overflowClusterId uuid[], $15 isReElectable boolean[]
INSERT INTO module_clusters (institution_id, created_at, updated_at, id, ref, curriculum_version_id, name, elective_behavior, elective_behavior_amount, rule, rule_amount, unlock_after_cp, elect_at_once, overflow_cluster_id, is_re_electable)
   SELECT $1, $2, $3, v.id, v.ref, v.curriculum_version_id, v.name, v.elective_behavior, v.elective_behavior_amount, v.rule, v.rule_amount, v.unlock_after_cp, v.elect_at_once, v.overflow_cluster_id, v.is_re_electable FROM unnest($4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::text[], $9::double precision[], $10::text[], $11::double precision[], $12::double precision[], $13::boolean[], $14::uuid[], $15::boolean[])
     AS v(id, ref, curriculum_version_id, name, elective_behavior, elective_behavior_amount, rule, rule_amount, unlock_after_cp, elect_at_once, overflow_cluster_id, is_re_electable);

-- module_clusters_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.curriculum_version_id AS "curriculumVersionId", t.name, t.elective_behavior AS "electiveBehavior", t.elective_behavior_amount AS "electiveBehaviorAmount", t.rule, t.rule_amount AS "ruleAmount", t.unlock_after_cp AS "unlockAfterCp", t.elect_at_once AS "electAtOnce", t.overflow_cluster_id AS "overflowClusterId", t.is_re_electable AS "isReElectable" FROM module_clusters t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- module_clusters_onward_by_overflow_cluster_id, $1 institutionId uuid, $2 ids uuid[]
WITH RECURSIVE reached (id) AS (SELECT unnest($2::uuid[]) UNION SELECT t.overflow_cluster_id FROM reached r JOIN module_clusters t ON t.institution_id = $1 AND t.id = r.id
     WHERE t.overflow_cluster_id IS NOT NULL)
   SELECT t.id AS "from", t.overflow_cluster_id AS "to" FROM reached r JOIN module_clusters t ON t.institution_id = $1 AND t.id = r.id
     WHERE t.overflow_cluster_id IS NOT NULL;

-- module_clusters_release, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 clusterIds uuid[]
UPDATE module_clusters SET overflow_cluster_id = NULL, updated_at = greatest(updated_at, $2)
   WHERE institution_id = $1 AND overflow_cluster_id = ANY($3::uuid[]);

-- module_clusters_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 curriculumVersionId uuid[], $5 name text[], $6 electiveBehavior text[], $7 electiveBehaviorAmount double precision[], $8 rule text[], $9 ruleAmount double precision[], $10 unlockAfterCp double precision[], $11 electAtOnce boolean[], $12 overflowClusterId uuid[], $13 isReElectable boolean[]
UPDATE module_clusters t SET updated_at = greatest(t.updated_at, $2), curriculum_version_id = v.curriculum_version_id, name = v.name, elective_behavior = v.elective_behavior, elective_behavior_amount = v.elective_behavior_amount, rule = v.rule, rule_amount = v.rule_amount, unlock_after_cp = v.unlock_after_cp, elect_at_once = v.elect_at_once, overflow_cluster_id = v.overflow_cluster_id, is_re_electable = v.is_re_electable
   FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::double precision[], $8::text[], $9::double precision[], $10::double precision[], $11::boolean[], $12::uuid[], $13::boolean[])
     AS v(id, curriculum_version_id, name, elective_behavior, elective_behavior_amount, rule, rule_amount, unlock_after_cp, elect_at_once, overflow_cluster_id, is_re_electable)
   WHERE t.institution_id = $1 AND t.id = v.id;

-- module_connections_delete_rows, $1 institutionId uuid, $2 ids uuid[]
WITH changed AS (DELETE FROM module_connections WHERE institution_id = $1 AND id = ANY($2)
     RETURNING module_connections.institution_id AS institution_id, module_connections.id, module_connections.revision AS before, NULL::uuid AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'module_requirement', changed.id, changed.before, changed.after, $3::timestamptz, $4::text, $5::text, $6::text, $7::uuid, $8::text, $9::text, $10::uuid FROM changed;

-- module_connections_insert_rows, $1 institutionId uuid, $2 id uuid[], $3 parentModuleVersionId uuid[], $4 childModuleVersionId uuid[], $5 studyPeriodId text[], $6 revision uuid[]
WITH changed AS (INSERT INTO module_connections (institution_id, id, parent_module_version_id, child_module_version_id, study_period_id, revision)
   SELECT $1, v.id, v.parent_module_version_id, v.child_module_version_id, v.study_period_id, v.revision FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[])
     AS v(id, parent_module_version_id, child_module_version_id, study_period_id, revision)
     RETURNING module_connections.institution_id AS institution_id, module_connections.id, NULL::uuid AS before, module_connections.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'module_requirement', changed.id, changed.before, changed.after, $7::timestamptz, $8::text, $9::text, $10::text, $11::uuid, $12::text, $13::text, $14::uuid FROM changed;

-- module_connections_of_refs, $1 institutionId uuid, $2 refs text[]
SELECT t.id, t.child_module_version_id AS "childModuleVersionId", t.parent_module_version_id AS "parentModuleVersionId", t.study_period_id AS "studyPeriodId"
   FROM module_versions o
   JOIN module_connections t ON t.institution_id = o.institution_id AND t.child_module_version_id = o.id
   WHERE o.institution_id = $1 AND o.ref = ANY($2);

-- module_connections_onward_by_parent_module_version_id, $1 institutionId uuid, $2 ids uuid[]
WITH RECURSIVE reached (id) AS (SELECT unnest($2::uuid[]) UNION SELECT t.parent_module_version_id FROM reached r JOIN module_connections t ON t.institution_id = $1 AND t.child_module_version_id = r.id
     WHERE t.parent_module_version_id IS NOT NULL)
   SELECT t.child_module_version_id AS "from", t.parent_module_version_id AS "to" FROM reached r JOIN module_connections t ON t.institution_id = $1 AND t.child_module_version_id = r.id
     WHERE t.parent_module_version_id IS NOT NULL;

-- module_groups_by_refs, $1 institutionId uuid, $2 refs text[]
SELECT found.* FROM unnest($2::text[]) AS wanted (ref)
   CROSS JOIN LATERAL (SELECT t.id, t.ref FROM module_groups t
     WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1) AS found;

-- module_groups_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 name text[], $7 code text[], $8 color text[], $9 revision uuid[]
WITH changed AS (INSERT INTO module_groups (institution_id, created_at, updated_at, id, ref, name, code, color, revision)
   SELECT $1, $2, $3, v.id, v.ref, v.name, v.code, v.color, v.revision FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::uuid[])
     AS v(id, ref, name, code, color, revision)
     RETURNING module_groups.institution_id AS institution_id, module_groups.id, NULL::uuid AS before, module_groups.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'module_group', changed.id, changed.before, changed.after, $10::timestamptz, $11::text, $12::text, $13::text, $14::uuid, $15::text, $16::text, $17::uuid FROM changed;

-- module_groups_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.name, t.code, t.color FROM module_groups t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- module_groups_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 name text[], $5 code text[], $6 color text[], $7 revision uuid[]
WITH changed AS (UPDATE module_groups t SET updated_at = greatest(t.updated_at, $2), name = v.name, code = v.code, color = v.color, revision = v.revision
   FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::uuid[])
     AS v(id, name, code, color, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'module_group', changed.id, prior.revision, changed.after, $8::timestamptz, $9::text, $10::text, $11::text, $12::uuid, $13::text, $14::text, $15::uuid FROM changed JOIN module_groups prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- module_versions_by_refs, $1 institutionId uuid, $2 refs text[]
SELECT found.* FROM unnest($2::text[]) AS wanted (ref)
   CROSS JOIN LATERAL (SELECT t.id, t.ref, t.course_module_id AS "courseModuleId" FROM module_versions t
     WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1) AS found;

-- module_versions_end_defaults, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 parentIds uuid[], $4 revision uuid
WITH changed AS (UPDATE module_versions SET is_default = false, updated_at = greatest(updated_at, $2), revision = $4
   WHERE institution_id = $1 AND is_default AND course_module_id = ANY($3::uuid[])
     RETURNING module_versions.institution_id AS institution_id, module_versions.id, NULL::uuid AS before, module_versions.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'module_version', changed.id, prior.revision, changed.after, $5::timestamptz, $6::text, $7::text, $8::text, $9::uuid, $10::text, $11::text, $12::uuid FROM changed JOIN module_versions prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- module_versions_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 courseModuleId uuid[], $7 version text[], $8 name text[], $9 ectsPoints integer[], $10 status text[], $11 isDefault boolean[], $12 description text[], $13 capacity integer[], $14 icon text[], $15 iconType text[], $16 banner text[], $17 color text[], $18 earlyAssessmentEnabled boolean[], $19 isCurrentlyElectable boolean[], $20 courseChatFileAttachmentsDefault boolean[], $21 courseChatReadOnlyDefault boolean[], $22 courseFeatureDefaults text[], $23 attemptRules text[], $24 moduleName text[], $25 requiredAttendancePercentage double precision[], $26 examinationRequirements json[], $27 timePlanId uuid[], $28 unitName text[], $29 unitMinutes double precision[], $30 timePlanItems json[], $31 unitAmount double precision[], $32 revision uuid[]
WITH changed AS (INSERT INTO module_versions (institution_id, created_at, updated_at, id, ref, course_module_id, version, name, ects_points, status, is_default, description, capacity, icon, icon_type, banner, color, early_assessment_enabled, is_currently_electable, course_chat_file_attachments_default, course_chat_read_only_default, course_feature_defaults, attempt_rules, module_name, required_attendance_percentage, examination_requirements, time_plan_id, unit_name, unit_minutes, time_plan_items, unit_amount, revision)
   SELECT $1, $2, $3, v.id, v.ref, v.course_module_id, v.version, v.name, v.ects_points, v.status, v.is_default, v.description, v.capacity, v.icon, v.icon_type, v.banner, v.color, v.early_assessment_enabled, v.is_currently_electable, v.course_chat_file_attachments_default, v.course_chat_read_only_default, v.course_feature_defaults, v.attempt_rules, v.module_name, v.required_attendance_percentage, v.examination_requirements, v.time_plan_id, v.unit_name, v.unit_minutes, v.time_plan_items, v.unit_amount, v.revision FROM unnest($4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::text[], $9::integer[], $10::text[], $11::boolean[], $12::text[], $13::integer[], $14::text[], $15::text[], $16::text[], $17::text[], $18::boolean[], $19::boolean[], $20::boolean[], $21::boolean[], $22::text[], $23::text[], $24::text[], $25::double precision[], $26::json[], $27::uuid[], $28::text[], $29::double precision[], $30::json[], $31::double precision[], $32::uuid[])
     AS v(id, ref, course_module_id, version, name, ects_points, status, is_default, description, capacity, icon, icon_type, banner, color, early_assessment_enabled, is_currently_electable, course_chat_file_attachments_default, course_chat_read_only_default, course_feature_defaults, attempt_rules, module_name, required_attendance_percentage, examination_requirements, time_plan_id, unit_name, unit_minutes, time_plan_items, unit_amount, revision)
     RETURNING module_versions.institution_id AS institution_id, module_versions.id, NULL::uuid AS before, module_versions.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'module_version', changed.id, changed.before, changed.after, $33::timestamptz, $34::text, $35::text, $36::text, $37::uuid, $38::text, $39::text, $40::uuid FROM changed;

-- module_versions_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.course_module_id AS "courseModuleId", t.version, t.name, t.ects_points AS "ectsPoints", t.status, t.is_default AS "isDefault", t.description, t.capacity, t.icon, t.icon_type AS "iconType", t.banner, t.color, t.early_assessment_enabled AS "earlyAssessmentEnabled", t.is_currently_electable AS "isCurrentlyElectable", t.course_chat_file_attachments_default AS "courseChatFileAttachmentsDefault", t.course_chat_read_only_default AS "courseChatReadOnlyDefault", t.course_feature_defaults AS "courseFeatureDefaults", t.attempt_rules AS "attemptRules", t.module_name AS "moduleName", t.required_attendance_percentage AS "requiredAttendancePercentage", t.examination_requirements AS "examinationRequirements", t.time_plan_id AS "timePlanId", t.unit_name AS "unitName", t.unit_minutes AS "unitMinutes", t.time_plan_items AS "timePlanItems", t.unit_amount AS "unitAmount" FROM module_versions t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- module_versions_release_defaults, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 isDefault boolean, $4 id uuid[]
UPDATE module_versions t SET updated_at = greatest(t.updated_at, $2), is_default = $3
   FROM unnest($4::uuid[])
     AS v(id)
   WHERE t.institution_id = $1 AND t.id = v.id;

-- module_versions_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 courseModuleId uuid[], $5 version text[], $6 name text[], $7 ectsPoints integer[], $8 status text[], $9 isDefault boolean[], $10 description text[], $11 capacity integer[], $12 icon text[], $13 iconType text[], $14 banner text[], $15 color text[], $16 earlyAssessmentEnabled boolean[], $17 isCurrentlyElectable boolean[], $18 courseChatFileAttachmentsDefault boolean[], $19 courseChatReadOnlyDefault boolean[], $20 courseFeatureDefaults text[], $21 attemptRules text[], $22 moduleName text[], $23 requiredAttendancePercentage double precision[], $24 examinationRequirements json[], $25 timePlanId uuid[], $26 unitName text[], $27 unitMinutes double precision[], $28 timePlanItems json[], $29 unitAmount double precision[], $30 revision uuid[]
WITH changed AS (UPDATE module_versions t SET updated_at = greatest(t.updated_at, $2), course_module_id = v.course_module_id, version = v.version, name = v.name, ects_points = v.ects_points, status = v.status, is_default = v.is_default, description = v.description, capacity = v.capacity, icon = v.icon, icon_type = v.icon_type, banner = v.banner, color = v.color, early_assessment_enabled = v.early_assessment_enabled, is_currently_electable = v.is_currently_electable, course_chat_file_attachments_default = v.course_chat_file_attachments_default, course_chat_read_only_default = v.course_chat_read_only_default, course_feature_defaults = v.course_feature_defaults, attempt_rules = v.attempt_rules, module_name = v.module_name, required_attendance_percentage = v.required_attendance_percentage, examination_requirements = v.examination_requirements, time_plan_id = v.time_plan_id, unit_name = v.unit_name, unit_minutes = v.unit_minutes, time_plan_items = v.time_plan_items, unit_amount = v.unit_amount, revision = v.revision
   FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::integer[], $8::text[], $9::boolean[], $10::text[], $11::integer[], $12::text[], $13::text[], $14::text[], $15::text[], $16::boolean[], $17::boolean[], $18::boolean[], $19::boolean[], $20::text[], $21::text[], $22::text[], $23::double precision[], $24::json[], $25::uuid[], $26::text[], $27::double precision[], $28::json[], $29::double precision[], $30::uuid[])
     AS v(id, course_module_id, version, name, ects_points, status, is_default, description, capacity, icon, icon_type, banner, color, early_assessment_enabled, is_currently_electable, course_chat_file_attachments_default, course_chat_read_only_default, course_feature_defaults, attempt_rules, module_name, required_attendance_percentage, examination_requirements, time_plan_id, unit_name, unit_minutes, time_plan_items, unit_amount, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'module_version', changed.id, prior.revision, changed.after, $31::timestamptz, $32::text, $33::text, $34::text, $35::uuid, $36::text, $37::text, $38::uuid FROM changed JOIN module_versions prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- organization_terms_by_refs, $1 institutionId uuid, $2 refs text[]
SELECT found.* FROM unnest($2::text[]) AS wanted (ref)
   CROSS JOIN LATERAL (SELECT t.id, t.ref FROM organization_terms t
     WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1) AS found;

-- organization_terms_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 name text[], $7 code text[], $8 termStart timestamp(3) with time zone[], $9 termEnd timestamp(3) with time zone[], $10 electionStart timestamp(3) with time zone[], $11 electionEnd timestamp(3) with time zone[], $12 reassessmentRegistrationStart timestamp(3) with time zone[], $13 reassessmentRegistrationEnd timestamp(3) with time zone[], $14 revision uuid[]
WITH changed AS (INSERT INTO organization_terms (institution_id, created_at, updated_at, id, ref, name, code, term_start, term_end, election_start, election_end, reassessment_registration_start, reassessment_registration_end, revision)
   SELECT $1, $2, $3, v.id, v.ref, v.name, v.code, v.term_start, v.term_end, v.election_start, v.election_end, v.reassessment_registration_start, v.reassessment_registration_end, v.revision FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::timestamp(3) with time zone[], $9::timestamp(3) with time zone[], $10::timestamp(3) with time zone[], $11::timestamp(3) with time zone[], $12::timestamp(3) with time zone[], $13::timestamp(3) with time zone[], $14::uuid[])
     AS v(id, ref, name, code, term_start, term_end, election_start, election_end, reassessment_registration_start, reassessment_registration_end, revision)
     RETURNING organization_terms.institution_id AS institution_id, organization_terms.id, NULL::uuid AS before, organization_terms.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'organization_term', changed.id, changed.before, changed.after, $15::timestamptz, $16::text, $17::text, $18::text, $19::uuid, $20::text, $21::text, $22::uuid FROM changed;

-- organization_terms_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.name, t.code, t.term_start AS "termStart", t.term_end AS "termEnd", t.election_start AS "electionStart", t.election_end AS "electionEnd", t.reassessment_registration_start AS "reassessmentRegistrationStart", t.reassessment_registration_end AS "reassessmentRegistrationEnd" FROM organization_terms t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- organization_terms_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 name text[], $5 code text[], $6 termStart timestamp(3) with time zone[], $7 termEnd timestamp(3) with time zone[], $8 electionStart timestamp(3) with time zone[], $9 electionEnd timestamp(3) with time zone[], $10 reassessmentRegistrationStart timestamp(3) with time zone[], $11 reassessmentRegistrationEnd timestamp(3) with time zone[], $12 revision uuid[]
WITH changed AS (UPDATE organization_terms t SET updated_at = greatest(t.updated_at, $2), name = v.name, code = v.code, term_start = v.term_start, term_end = v.term_end, election_start = v.election_start, election_end = v.election_end, reassessment_registration_start = v.reassessment_registration_start, reassessment_registration_end = v.reassessment_registration_end, revision = v.revision
   FROM unnest($3::uuid[], $4::text[], $5::text[], $6::timestamp(3) with time zone[], $7::timestamp(3) with time zone[], $8::timestamp(3) with time zone[], $9::timestamp(3) with time zone[], $10::timestamp(3) with time zone[], $11::timestamp(3) with time zone[], $12::uuid[])
     AS v(id, name, code, term_start, term_end, election_start, election_end, reassessment_registration_start, reassessment_registration_end, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'organization_term', changed.id, prior.revision, changed.after, $13::timestamptz, $14::text, $15::text, $16::text, $17::uuid, $18::text, $19::text, $20::uuid FROM changed JOIN organization_terms prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- pathways_by_refs, $1 institutionId uuid, $2 refs text[]
SELECT found.* FROM unnest($2::text[]) AS wanted (ref)
   CROSS JOIN LATERAL (SELECT t.id, t.ref, t.curriculum_version_id AS "curriculumVersionId" FROM pathways t
     WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1) AS found;

-- pathways_insert, $1 institutionId uuid, $2 id uuid, $3 ref text, $4 curriculumVersionId uuid, $5 position integer, $6 name text, $7 type text, $8 description text, $9 createdAt timestamp(3) with time zone, $10 updatedAt timestamp(3) with time zone, $11 revision uuid
WITH changed AS (INSERT INTO pathways (institution_id, id, ref, curriculum_version_id, position, name, type, description, created_at, updated_at, revision)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     RETURNING pathways.institution_id AS institution_id, pathways.id, NULL::uuid AS before, pathways.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'pathway', changed.id, changed.before, changed.after, $12::timestamptz, $13::text, $14::text, $15::text, $16::uuid, $17::text, $18::text, $19::uuid FROM changed;

-- pathways_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 curriculumVersionId uuid[], $7 position integer[], $8 name text[], $9 type text[], $10 description text[], $11 revision uuid[]
WITH changed AS (INSERT INTO pathways (institution_id, created_at, updated_at, id, ref, curriculum_version_id, position, name, type, description, revision)
   SELECT $1, $2, $3, v.id, v.ref, v.curriculum_version_id, v.position, v.name, v.type, v.description, v.revision FROM unnest($4::uuid[], $5::text[], $6::uuid[], $7::integer[], $8::text[], $9::text[], $10::text[], $11::uuid[])
     AS v(id, ref, curriculum_version_id, position, name, type, description, revision)
     RETURNING pathways.institution_id AS institution_id, pathways.id, NULL::uuid AS before, pathways.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'pathway', changed.id, changed.before, changed.after, $12::timestamptz, $13::text, $14::text, $15::text, $16::uuid, $17::text, $18::text, $19::uuid FROM changed;

-- pathways_last_position, $1 institutionId uuid, $2 curriculumVersionId uuid
SELECT max(position) AS position, count(*)::integer AS pathways
   FROM pathways WHERE institution_id = $1 AND curriculum_version_id = $2;

-- pathways_list, $1 institutionId uuid, $2 sort bigint, $3 id uuid, $4 limit bigint, $5 curriculumId uuid, $6 curriculumVersionId uuid
SELECT p.id, p.curriculum_version_id AS "curriculumVersionId", p.position, p.name, p.type, p.description
   FROM curriculum_versions v
   JOIN pathways p ON p.institution_id = v.institution_id AND p.curriculum_version_id = v.id
   WHERE v.institution_id = $1 AND v.id = $6
     AND v.curriculum_id = $5 AND (p.position, p.id) > ($2::bigint, $3)
   ORDER BY p.position, p.id LIMIT $4;

-- pathways_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.curriculum_version_id AS "curriculumVersionId", t.position, t.name, t.type, t.description FROM pathways t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- pathways_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 curriculumVersionId uuid[], $5 position integer[], $6 name text[], $7 type text[], $8 description text[], $9 revision uuid[]
WITH changed AS (UPDATE pathways t SET updated_at = greatest(t.updated_at, $2), curriculum_version_id = v.curriculum_version_id, position = v.position, name = v.name, type = v.type, description = v.description, revision = v.revision
   FROM unnest($3::uuid[], $4::uuid[], $5::integer[], $6::text[], $7::text[], $8::text[], $9::uuid[])
     AS v(id, curriculum_version_id, position, name, type, description, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'pathway', changed.id, prior.revision, changed.after, $10::timestamptz, $11::text, $12::text, $13::text, $14::uuid, $15::text, $16::text, $17::uuid FROM changed JOIN pathways prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- program_curricula_connect, $1 institutionId uuid, $2 studyProgramId uuid, $3 ids uuid[]
INSERT INTO program_curricula (institution_id, study_program_id, curriculum_id, position)
   SELECT $1, $2, c.id, c.n - 1 FROM unnest($3::uuid[]) WITH ORDINALITY AS c (id, n);

-- program_curricula_delete_rows, $1 institutionId uuid, $2 studyProgramId uuid[], $3 curriculumId uuid[]
DELETE FROM program_curricula t USING unnest($2::uuid[], $3::uuid[])
     AS v(study_program_id, curriculum_id)
   WHERE t.institution_id = $1 AND t.study_program_id = v.study_program_id AND t.curriculum_id = v.curriculum_id;

-- program_curricula_insert_rows, $1 institutionId uuid, $2 studyProgramId uuid[], $3 curriculumId uuid[], $4 position integer[]
INSERT INTO program_curricula (institution_id, study_program_id, curriculum_id, position)
   SELECT $1, v.study_program_id, v.curriculum_id, v.position FROM unnest($2::uuid[], $3::uuid[], $4::integer[])
     AS v(study_program_id, curriculum_id, position);

-- program_curricula_of_refs, $1 institutionId uuid, $2 refs text[]
SELECT t.study_program_id AS "studyProgramId", t.curriculum_id AS "curriculumId", t.position
   FROM programs o
   JOIN program_curricula t ON t.institution_id = o.institution_id AND t.study_program_id = o.id
   WHERE o.institution_id = $1 AND o.ref = ANY($2);

-- program_responsible_users_delete_rows, $1 institutionId uuid, $2 studyProgramId uuid[], $3 userId uuid[]
DELETE FROM program_responsible_users t USING unnest($2::uuid[], $3::uuid[])
     AS v(study_program_id, user_id)
   WHERE t.institution_id = $1 AND t.study_program_id = v.study_program_id AND t.user_id = v.user_id;

-- program_responsible_users_insert_rows, $1 institutionId uuid, $2 studyProgramId uuid[], $3 userId uuid[]
INSERT INTO program_responsible_users (institution_id, study_program_id, user_id)
   SELECT $1, v.study_program_id, v.user_id FROM unnest($2::uuid[], $3::uuid[])
     AS v(study_program_id, user_id);

-- program_responsible_users_of_refs, $1 institutionId uuid, $2 refs text[]
SELECT t.study_program_id AS "studyProgramId", t.user_id AS "userId"
   FROM programs o
   JOIN program_responsible_users t ON t.institution_id = o.institution_id AND t.study_program_id = o.id
   WHERE o.institution_id = $1 AND o.ref = ANY($2);

-- program_versions_by_id, $1 institutionId uuid[], $2 studyProgramId uuid[], $3 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) WITH ORDINALITY AS k(institution_id, study_program_id, id, n)
   CROSS JOIN LATERAL (SELECT v.id, v.study_program_id AS "studyProgramId", v.name, v.statistic_data AS "statisticData", v.revision, v.created_at AS "createdAt", v.updated_at AS "updatedAt", v.id = p.default_version_id AS "isDefault",
     (SELECT coalesce(json_agg(json_build_object('id', h.id, 'name', h.name, 'startDate', h.start_date, 'endDate', h.end_date, 'curriculumVersionId', h.curriculum_version_id, 'originalCurriculumVersionId', h.original_curriculum_version_id, 'isArchived', h.is_archived, 'hasDisconnectedFromCurricula', h.has_disconnected_from_curricula) ORDER BY h.start_date, h.id), '[]')
      FROM cohorts h WHERE h.institution_id = v.institution_id AND h.study_program_version_id = v.id) AS cohorts
   FROM program_versions v
   JOIN programs p ON p.institution_id = v.institution_id AND p.id = v.study_program_id
   WHERE v.institution_id = k.institution_id AND v.study_program_id = k.study_program_id AND v.id = k.id LIMIT 1) AS found;

-- program_versions_insert, $1 institutionId uuid, $2 id uuid, $3 ref text, $4 studyProgramId uuid, $5 name text, $6 statisticData text, $7 revision uuid, $8 createdAt timestamp(3) with time zone, $9 updatedAt timestamp(3) with time zone
WITH changed AS (INSERT INTO program_versions (institution_id, id, ref, study_program_id, name, statistic_data, revision, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     RETURNING program_versions.institution_id AS institution_id, program_versions.id, NULL::uuid AS before, program_versions.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'program_version', changed.id, changed.before, changed.after, $10::timestamptz, $11::text, $12::text, $13::text, $14::uuid, $15::text, $16::text, $17::uuid FROM changed;

-- program_versions_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 studyProgramId uuid[], $7 name text[], $8 statisticData text[], $9 revision uuid[]
WITH changed AS (INSERT INTO program_versions (institution_id, created_at, updated_at, id, ref, study_program_id, name, statistic_data, revision)
   SELECT $1, $2, $3, v.id, v.ref, v.study_program_id, v.name, v.statistic_data, v.revision FROM unnest($4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::text[], $9::uuid[])
     AS v(id, ref, study_program_id, name, statistic_data, revision)
     RETURNING program_versions.institution_id AS institution_id, program_versions.id, NULL::uuid AS before, program_versions.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'program_version', changed.id, changed.before, changed.after, $10::timestamptz, $11::text, $12::text, $13::text, $14::uuid, $15::text, $16::text, $17::uuid FROM changed;

-- program_versions_list, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 studyProgramId uuid
SELECT v.id, v.study_program_id AS "studyProgramId", v.name, v.statistic_data AS "statisticData", v.revision, v.created_at AS "createdAt", v.updated_at AS "updatedAt", v.id = p.default_version_id AS "isDefault"
   FROM program_versions v JOIN programs p ON p.institution_id = v.institution_id AND p.id = v.study_program_id
   WHERE v.institution_id = $1 AND v.study_program_id = $5
     AND (v.created_at, v.id) > ($2, $3)
   ORDER BY v.created_at, v.id LIMIT $4;

-- program_versions_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.study_program_id AS "studyProgramId", t.name, t.statistic_data AS "statisticData" FROM program_versions t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- program_versions_parents_by_ids, $1 institutionId uuid, $2 ids uuid[]
SELECT t.id, t.study_program_id AS "studyProgramId" FROM program_versions t
   WHERE t.institution_id = $1 AND t.id = ANY($2);

-- program_versions_revise_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 revision uuid[]
WITH changed AS (UPDATE program_versions t SET updated_at = greatest(t.updated_at, $2), revision = v.revision
   FROM unnest($3::uuid[], $4::uuid[])
     AS v(id, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'program_version', changed.id, prior.revision, changed.after, $5::timestamptz, $6::text, $7::text, $8::text, $9::uuid, $10::text, $11::text, $12::uuid FROM changed JOIN program_versions prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- program_versions_update, $1 institutionId uuid, $2 id uuid, $3 name text, $4 statisticData text, $5 revision uuid, $6 updatedAt timestamp(3) with time zone
WITH changed AS (UPDATE program_versions SET name = $3, statistic_data = $4, revision = $5, updated_at = greatest(program_versions.updated_at, $6)
   WHERE institution_id = $1 AND id = $2
     RETURNING program_versions.institution_id AS institution_id, program_versions.id, NULL::uuid AS before, program_versions.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'program_version', changed.id, prior.revision, changed.after, $7::timestamptz, $8::text, $9::text, $10::text, $11::uuid, $12::text, $13::text, $14::uuid FROM changed JOIN program_versions prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- program_versions_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 studyProgramId uuid[], $5 name text[], $6 statisticData text[], $7 revision uuid[]
WITH changed AS (UPDATE program_versions t SET updated_at = greatest(t.updated_at, $2), study_program_id = v.study_program_id, name = v.name, statistic_data = v.statistic_data, revision = v.revision
   FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::uuid[])
     AS v(id, study_program_id, name, statistic_data, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'program_version', changed.id, prior.revision, changed.after, $8::timestamptz, $9::text, $10::text, $11::text, $12::uuid, $13::text, $14::text, $15::uuid FROM changed JOIN program_versions prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- programs_by_id, $1 institutionId uuid[], $2 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   CROSS JOIN LATERAL (SELECT p.id, p.name, p.code, p.objective, p.default_study_time AS "defaultStudyTime", p.has_cohorts AS "hasCohorts", p.type, p.is_archived AS "isArchived", p.default_tuition_fee_plan_id AS "defaultTuitionFeePlanId", p.statistic_data AS "statisticData", p.default_version_id AS "defaultVersionId", p.revision, p.created_at AS "createdAt", p.updated_at AS "updatedAt",
  (SELECT json_agg(json_build_object('id', v.id, 'name', v.name, 'statisticData', v.statistic_data, 'revision', v.revision, 'createdAt', v.created_at, 'updatedAt', v.updated_at) ORDER BY v.created_at, v.id)
   FROM program_versions v WHERE v.institution_id = p.institution_id AND v.study_program_id = p.id) AS versions,
  (SELECT coalesce(json_agg(r.user_id ORDER BY r.user_id), '[]')
   FROM program_responsible_users r
   WHERE r.institution_id = p.institution_id AND r.study_program_id = p.id) AS "responsibleUserIds",
  (SELECT coalesce(json_agg(c ORDER BY c.position, c.id), '[]')
   FROM (SELECT k.position, c.id, c.name, c.code, c.is_cohort_specific AS "isCohortSpecific", c.is_archived AS "isArchived", c.revision, c.created_at AS "createdAt", c.updated_at AS "updatedAt",
  (SELECT count(*)::integer FROM curriculum_versions v
   WHERE v.institution_id = c.institution_id AND v.curriculum_id = c.id) AS "versionsCount"
         FROM program_curricula k JOIN curricula c ON c.institution_id = k.institution_id AND c.id = k.curriculum_id
         WHERE k.institution_id = p.institution_id AND k.study_program_id = p.id) c) AS "connectedCurricula",
  (SELECT count(*)::integer
   FROM program_versions v JOIN cohorts h ON h.institution_id = v.institution_id AND h.study_program_version_id = v.id
   WHERE v.institution_id = p.institution_id AND v.study_program_id = p.id) AS "cohortsCount" FROM programs p
   WHERE p.institution_id = k.institution_id AND p.id = k.id LIMIT 1) AS found;

-- programs_exists, $1 institutionId uuid[], $2 id uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS k(institution_id, id, n)
   CROSS JOIN LATERAL (SELECT FROM programs p WHERE p.institution_id = k.institution_id AND p.id = k.id LIMIT 1) AS found;

-- programs_insert, $1 institutionId uuid, $2 id uuid, $3 ref text, $4 name text, $5 code text, $6 codeKey text, $7 objective text, $8 defaultStudyTime integer, $9 hasCohorts boolean, $10 type text, $11 isArchived boolean, $12 defaultTuitionFeePlanId text, $13 statisticData text, $14 defaultVersionId uuid, $15 revision uuid, $16 createdAt timestamp(3) with time zone, $17 updatedAt timestamp(3) with time zone
WITH changed AS (INSERT INTO programs (institution_id, id, ref, name, code, code_key, objective, default_study_time, has_cohorts, type, is_archived, default_tuition_fee_plan_id, statistic_data, default_version_id, revision, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
     RETURNING programs.institution_id AS institution_id, programs.id, NULL::uuid AS before, programs.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'program', changed.id, changed.before, changed.after, $18::timestamptz, $19::text, $20::text, $21::text, $22::uuid, $23::text, $24::text, $25::uuid FROM changed;

-- programs_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 name text[], $7 code text[], $8 codeKey text[], $9 objective text[], $10 defaultStudyTime integer[], $11 hasCohorts boolean[], $12 type text[], $13 isArchived boolean[], $14 defaultTuitionFeePlanId text[], $15 statisticData text[], $16 defaultVersionId uuid[], $17 revision uuid[]
WITH changed AS (INSERT INTO programs (institution_id, created_at, updated_at, id, ref, name, code, code_key, objective, default_study_time, has_cohorts, type, is_archived, default_tuition_fee_plan_id, statistic_data, default_version_id, revision)
   SELECT $1, $2, $3, v.id, v.ref, v.name, v.code, v.code_key, v.objective, v.default_study_time, v.has_cohorts, v.type, v.is_archived, v.default_tuition_fee_plan_id, v.statistic_data, v.default_version_id, v.revision FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::integer[], $11::boolean[], $12::text[], $13::boolean[], $14::text[], $15::text[], $16::uuid[], $17::uuid[])
     AS v(id, ref, name, code, code_key, objective, default_study_time, has_cohorts, type, is_archived, default_tuition_fee_plan_id, statistic_data, default_version_id, revision)
     RETURNING programs.institution_id AS institution_id, programs.id, NULL::uuid AS before, programs.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'program', changed.id, changed.before, changed.after, $18::timestamptz, $19::text, $20::text, $21::text, $22::uuid, $23::text, $24::text, $25::uuid FROM changed;

-- programs_list, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 isArchived boolean
SELECT found.* FROM (SELECT t.created_at AS sort, t.id FROM programs t WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3) AND ($5::boolean IS NULL OR t.is_archived = $5) AND true ORDER BY t.created_at, t.id LIMIT $4) AS page
   CROSS JOIN LATERAL (SELECT p.id, p.name, p.code, p.objective, p.default_study_time AS "defaultStudyTime", p.has_cohorts AS "hasCohorts", p.type, p.is_archived AS "isArchived", p.default_tuition_fee_plan_id AS "defaultTuitionFeePlanId", p.statistic_data AS "statisticData", p.default_version_id AS "defaultVersionId", p.revision, p.created_at AS "createdAt", p.updated_at AS "updatedAt",
  (SELECT json_agg(json_build_object('id', v.id, 'name', v.name, 'statisticData', v.statistic_data, 'revision', v.revision, 'createdAt', v.created_at, 'updatedAt', v.updated_at) ORDER BY v.created_at, v.id)
   FROM program_versions v WHERE v.institution_id = p.institution_id AND v.study_program_id = p.id) AS versions,
  (SELECT coalesce(json_agg(r.user_id ORDER BY r.user_id), '[]')
   FROM program_responsible_users r
   WHERE r.institution_id = p.institution_id AND r.study_program_id = p.id) AS "responsibleUserIds",
  (SELECT coalesce(json_agg(c ORDER BY c.position, c.id), '[]')
   FROM (SELECT k.position, c.id, c.name, c.code, c.is_cohort_specific AS "isCohortSpecific", c.is_archived AS "isArchived", c.revision, c.created_at AS "createdAt", c.updated_at AS "updatedAt",
  (SELECT count(*)::integer FROM curriculum_versions v
   WHERE v.institution_id = c.institution_id AND v.curriculum_id = c.id) AS "versionsCount"
         FROM program_curricula k JOIN curricula c ON c.institution_id = k.institution_id AND c.id = k.curriculum_id
         WHERE k.institution_id = p.institution_id AND k.study_program_id = p.id) c) AS "connectedCurricula",
  (SELECT count(*)::integer
   FROM program_versions v JOIN cohorts h ON h.institution_id = v.institution_id AND h.study_program_version_id = v.id
   WHERE v.institution_id = p.institution_id AND v.study_program_id = p.id) AS "cohortsCount" FROM programs p
     WHERE p.institution_id = $1 AND p.id = page.id LIMIT 1) AS found
   ORDER BY page.sort, page.id;

-- programs_list_by_code, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 isArchived boolean, $6 codeKey text, $7 updatedSince timestamp(3) with time zone
SELECT found.* FROM (SELECT t.created_at AS sort, t.id FROM programs t WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3) AND ($5::boolean IS NULL OR t.is_archived = $5) AND t.code_key = $6 AND t.updated_at >= $7 ORDER BY t.created_at, t.id LIMIT $4) AS page
   CROSS JOIN LATERAL (SELECT p.id, p.name, p.code, p.objective, p.default_study_time AS "defaultStudyTime", p.has_cohorts AS "hasCohorts", p.type, p.is_archived AS "isArchived", p.default_tuition_fee_plan_id AS "defaultTuitionFeePlanId", p.statistic_data AS "statisticData", p.default_version_id AS "defaultVersionId", p.revision, p.created_at AS "createdAt", p.updated_at AS "updatedAt",
  (SELECT json_agg(json_build_object('id', v.id, 'name', v.name, 'statisticData', v.statistic_data, 'revision', v.revision, 'createdAt', v.created_at, 'updatedAt', v.updated_at) ORDER BY v.created_at, v.id)
   FROM program_versions v WHERE v.institution_id = p.institution_id AND v.study_program_id = p.id) AS versions,
  (SELECT coalesce(json_agg(r.user_id ORDER BY r.user_id), '[]')
   FROM program_responsible_users r
   WHERE r.institution_id = p.institution_id AND r.study_program_id = p.id) AS "responsibleUserIds",
  (SELECT coalesce(json_agg(c ORDER BY c.position, c.id), '[]')
   FROM (SELECT k.position, c.id, c.name, c.code, c.is_cohort_specific AS "isCohortSpecific", c.is_archived AS "isArchived", c.revision, c.created_at AS "createdAt", c.updated_at AS "updatedAt",
  (SELECT count(*)::integer FROM curriculum_versions v
   WHERE v.institution_id = c.institution_id AND v.curriculum_id = c.id) AS "versionsCount"
         FROM program_curricula k JOIN curricula c ON c.institution_id = k.institution_id AND c.id = k.curriculum_id
         WHERE k.institution_id = p.institution_id AND k.study_program_id = p.id) c) AS "connectedCurricula",
  (SELECT count(*)::integer
   FROM program_versions v JOIN cohorts h ON h.institution_id = v.institution_id AND h.study_program_version_id = v.id
   WHERE v.institution_id = p.institution_id AND v.study_program_id = p.id) AS "cohortsCount" FROM programs p
     WHERE p.institution_id = $1 AND p.id = page.id LIMIT 1) AS found
   ORDER BY page.sort, page.id;

-- programs_list_updated_since, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 isArchived boolean, $6 updatedSince timestamp(3) with time zone
SELECT found.* FROM (WITH near AS MATERIALIZED (
      SELECT sort, id FROM (
        SELECT t.created_at AS sort, t.id AS id, t.updated_at >= $6 AND ($5::boolean IS NULL OR t.is_archived = $5) AS is_shown FROM programs t WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3)
        ORDER BY t.created_at, t.id LIMIT $4 * 10::bigint) AS walked
      WHERE is_shown ORDER BY sort, id LIMIT $4),
    changes AS MATERIALIZED (
      SELECT t.created_at AS sort, t.id AS id, t.is_archived FROM programs t WHERE t.institution_id = $1
        AND t.updated_at >= $6 AND t.updated_at <= 'infinity' AND (SELECT count(*) FROM near) < $4
      ORDER BY t.updated_at LIMIT 10001)
    SELECT sort, id FROM (
      SELECT sort, id FROM near WHERE (SELECT count(*) FROM near) >= $4
      UNION ALL
      SELECT sort, id FROM changes c
      WHERE (SELECT count(*) FROM changes) <= 10000 AND (sort, id) > ($2, $3) AND ($5::boolean IS NULL OR c.is_archived = $5)
      UNION ALL
      (SELECT t.created_at, t.id FROM programs t WHERE t.institution_id = $1 AND (t.created_at, t.id) > ($2, $3) AND t.updated_at >= $6 AND ($5::boolean IS NULL OR t.is_archived = $5) AND (SELECT count(*) FROM changes) > 10000
       ORDER BY t.created_at, t.id LIMIT $4)) AS found
    ORDER BY sort, id LIMIT $4) AS page
   CROSS JOIN LATERAL (SELECT p.id, p.name, p.code, p.objective, p.default_study_time AS "defaultStudyTime", p.has_cohorts AS "hasCohorts", p.type, p.is_archived AS "isArchived", p.default_tuition_fee_plan_id AS "defaultTuitionFeePlanId", p.statistic_data AS "statisticData", p.default_version_id AS "defaultVersionId", p.revision, p.created_at AS "createdAt", p.updated_at AS "updatedAt",
  (SELECT json_agg(json_build_object('id', v.id, 'name', v.name, 'statisticData', v.statistic_data, 'revision', v.revision, 'createdAt', v.created_at, 'updatedAt', v.updated_at) ORDER BY v.created_at, v.id)
   FROM program_versions v WHERE v.institution_id = p.institution_id AND v.study_program_id = p.id) AS versions,
  (SELECT coalesce(json_agg(r.user_id ORDER BY r.user_id), '[]')
   FROM program_responsible_users r
   WHERE r.institution_id = p.institution_id AND r.study_program_id = p.id) AS "responsibleUserIds",
  (SELECT coalesce(json_agg(c ORDER BY c.position, c.id), '[]')
   FROM (SELECT k.position, c.id, c.name, c.code, c.is_cohort_specific AS "isCohortSpecific", c.is_archived AS "isArchived", c.revision, c.created_at AS "createdAt", c.updated_at AS "updatedAt",
  (SELECT count(*)::integer FROM curriculum_versions v
   WHERE v.institution_id = c.institution_id AND v.curriculum_id = c.id) AS "versionsCount"
         FROM program_curricula k JOIN curricula c ON c.institution_id = k.institution_id AND c.id = k.curriculum_id
         WHERE k.institution_id = p.institution_id AND k.study_program_id = p.id) c) AS "connectedCurricula",
  (SELECT count(*)::integer
   FROM program_versions v JOIN cohorts h ON h.institution_id = v.institution_id AND h.study_program_version_id = v.id
   WHERE v.institution_id = p.institution_id AND v.study_program_id = p.id) AS "cohortsCount" FROM programs p
     WHERE p.institution_id = $1 AND p.id = page.id LIMIT 1) AS found
   ORDER BY page.sort, page.id;

-- programs_list_with_ids, $1 institutionId uuid, $2 sort timestamp(3) with time zone, $3 id uuid, $4 limit bigint, $5 isArchived boolean, $6 ids uuid[], $7 codeKey text, $8 updatedSince timestamp(3) with time zone
SELECT p.id, p.name, p.code, p.objective, p.default_study_time AS "defaultStudyTime", p.has_cohorts AS "hasCohorts", p.type, p.is_archived AS "isArchived", p.default_tuition_fee_plan_id AS "defaultTuitionFeePlanId", p.statistic_data AS "statisticData", p.default_version_id AS "defaultVersionId", p.revision, p.created_at AS "createdAt", p.updated_at AS "updatedAt",
  (SELECT json_agg(json_build_object('id', v.id, 'name', v.name, 'statisticData', v.statistic_data, 'revision', v.revision, 'createdAt', v.created_at, 'updatedAt', v.updated_at) ORDER BY v.created_at, v.id)
   FROM program_versions v WHERE v.institution_id = p.institution_id AND v.study_program_id = p.id) AS versions,
  (SELECT coalesce(json_agg(r.user_id ORDER BY r.user_id), '[]')
   FROM program_responsible_users r
   WHERE r.institution_id = p.institution_id AND r.study_program_id = p.id) AS "responsibleUserIds",
  (SELECT coalesce(json_agg(c ORDER BY c.position, c.id), '[]')
   FROM (SELECT k.position, c.id, c.name, c.code, c.is_cohort_specific AS "isCohortSpecific", c.is_archived AS "isArchived", c.revision, c.created_at AS "createdAt", c.updated_at AS "updatedAt",
  (SELECT count(*)::integer FROM curriculum_versions v
   WHERE v.institution_id = c.institution_id AND v.curriculum_id = c.id) AS "versionsCount"
         FROM program_curricula k JOIN curricula c ON c.institution_id = k.institution_id AND c.id = k.curriculum_id
         WHERE k.institution_id = p.institution_id AND k.study_program_id = p.id) c) AS "connectedCurricula",
  (SELECT count(*)::integer
   FROM program_versions v JOIN cohorts h ON h.institution_id = v.institution_id AND h.study_program_version_id = v.id
   WHERE v.institution_id = p.institution_id AND v.study_program_id = p.id) AS "cohortsCount" FROM (SELECT * FROM programs WHERE institution_id = $1 AND id = ANY($6::uuid[]) OFFSET 0) p
   WHERE (p.created_at, p.id) > ($2, $3) AND ($5::boolean IS NULL OR p.is_archived = $5)
     AND ($7::text IS NULL OR p.code_key = $7) AND p.updated_at >= $8
   ORDER BY p.created_at, p.id LIMIT $4;

-- programs_lock, $1 institutionId uuid, $2 id uuid
SELECT t.id FROM programs t
   WHERE t.institution_id = $1 AND t.id = $2 FOR NO KEY UPDATE;

-- programs_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.name, t.code, t.code_key AS "codeKey", t.objective, t.default_study_time AS "defaultStudyTime", t.has_cohorts AS "hasCohorts", t.type, t.is_archived AS "isArchived", t.default_tuition_fee_plan_id AS "defaultTuitionFeePlanId", t.statistic_data AS "statisticData", t.default_version_id AS "defaultVersionId" FROM programs t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- programs_revise_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 revision uuid[]
WITH changed AS (UPDATE programs t SET updated_at = greatest(t.updated_at, $2), revision = v.revision
   FROM unnest($3::uuid[], $4::uuid[])
     AS v(id, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'program', changed.id, prior.revision, changed.after, $5::timestamptz, $6::text, $7::text, $8::text, $9::uuid, $10::text, $11::text, $12::uuid FROM changed JOIN programs prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- programs_touch, $1 institutionId uuid, $2 id uuid, $3 revision uuid, $4 at timestamp(3) with time zone
WITH changed AS (UPDATE programs SET revision = $3, updated_at = greatest(updated_at, $4)
   WHERE institution_id = $1 AND id = $2
     RETURNING programs.institution_id AS institution_id, programs.id, NULL::uuid AS before, programs.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'program', changed.id, prior.revision, changed.after, $5::timestamptz, $6::text, $7::text, $8::text, $9::uuid, $10::text, $11::text, $12::uuid FROM changed JOIN programs prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- programs_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 name text[], $5 code text[], $6 codeKey text[], $7 objective text[], $8 defaultStudyTime integer[], $9 hasCohorts boolean[], $10 type text[], $11 isArchived boolean[], $12 defaultTuitionFeePlanId text[], $13 statisticData text[], $14 defaultVersionId uuid[], $15 revision uuid[]
WITH changed AS (UPDATE programs t SET updated_at = greatest(t.updated_at, $2), name = v.name, code = v.code, code_key = v.code_key, objective = v.objective, default_study_time = v.default_study_time, has_cohorts = v.has_cohorts, type = v.type, is_archived = v.is_archived, default_tuition_fee_plan_id = v.default_tuition_fee_plan_id, statistic_data = v.statistic_data, default_version_id = v.default_version_id, revision = v.revision
   FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::integer[], $9::boolean[], $10::text[], $11::boolean[], $12::text[], $13::text[], $14::uuid[], $15::uuid[])
     AS v(id, name, code, code_key, objective, default_study_time, has_cohorts, type, is_archived, default_tuition_fee_plan_id, statistic_data, default_version_id, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'program', changed.id, prior.revision, changed.after, $16::timestamptz, $17::text, $18::text, $19::text, $20::uuid, $21::text, $22::text, $23::uuid FROM changed JOIN programs prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;

-- stamps_by_institution_id, $1 institutionId uuid[]
SELECT k.n, found.* FROM unnest($1::uuid[]) WITH ORDINALITY AS k(institution_id, n)
   CROSS JOIN LATERAL (SELECT t.stamp FROM stamps t
   WHERE t.institution_id = k.institution_id LIMIT 1) AS found;

-- tags_by_refs, $1 institutionId uuid, $2 refs text[]
SELECT found.* FROM unnest($2::text[]) AS wanted (ref)
   CROSS JOIN LATERAL (SELECT t.id, t.ref FROM tags t
     WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1) AS found;

-- tags_insert_rows, $1 institutionId uuid, $2 createdAt timestamp(3) with time zone, $3 updatedAt timestamp(3) with time zone, $4 id uuid[], $5 ref text[], $6 name text[], $7 color text[], $8 icon text[], $9 revision uuid[]
WITH changed AS (INSERT INTO tags (institution_id, created_at, updated_at, id, ref, name, color, icon, revision)
   SELECT $1, $2, $3, v.id, v.ref, v.name, v.color, v.icon, v.revision FROM unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::text[], $9::uuid[])
     AS v(id, ref, name, color, icon, revision)
     RETURNING tags.institution_id AS institution_id, tags.id, NULL::uuid AS before, tags.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'tag', changed.id, changed.before, changed.after, $10::timestamptz, $11::text, $12::text, $13::text, $14::uuid, $15::text, $16::text, $17::uuid FROM changed;

-- tags_lock_by_ref, $1 institutionId uuid, $2 refs text[]
SELECT v.* FROM unnest($2::text[]) AS wanted (ref)
     CROSS JOIN LATERAL (SELECT t.id, t.ref, t.name, t.color, t.icon FROM tags t
       WHERE t.institution_id = $1 AND t.ref = wanted.ref LIMIT 1 FOR NO KEY UPDATE) AS v;

-- tags_update_rows, $1 institutionId uuid, $2 updatedAt timestamp(3) with time zone, $3 id uuid[], $4 name text[], $5 color text[], $6 icon text[], $7 revision uuid[]
WITH changed AS (UPDATE tags t SET updated_at = greatest(t.updated_at, $2), name = v.name, color = v.color, icon = v.icon, revision = v.revision
   FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::uuid[])
     AS v(id, name, color, icon, revision)
   WHERE t.institution_id = $1 AND t.id = v.id
     RETURNING t.institution_id AS institution_id, t.id, NULL::uuid AS before, t.revision AS after)
   INSERT INTO audit_log (institution_id, resource, resource_id, version_before, version_after, recorded_at, actor, actor_id, actor_name, on_behalf_of, operation, request_id, cause)
   SELECT changed.institution_id, 'tag', changed.id, prior.revision, changed.after, $8::timestamptz, $9::text, $10::text, $11::text, $12::uuid, $13::text, $14::text, $15::uuid FROM changed JOIN tags prior ON prior.institution_id = changed.institution_id AND prior.id = changed.id;
