-- The database of curricula, distributed by institution over the nodes of a Citus cluster.
-- Run on the coordinator, after the migrations, with the services stopped: docs/operations.md says how, and what was tried.
-- Written by test/operations/citus.test.ts from the catalogue: npx vitest run test/operations/citus -u

BEGIN;
SET LOCAL citus.multi_shard_modify_mode TO 'sequential';

ALTER TABLE cohort_terms DROP CONSTRAINT cohort_terms_cohort;
ALTER TABLE cohort_terms DROP CONSTRAINT cohort_terms_organization_term;
ALTER TABLE cohort_terms DROP CONSTRAINT cohort_terms_term;
ALTER TABLE cohorts DROP CONSTRAINT cohorts_curriculum_version;
ALTER TABLE cohorts DROP CONSTRAINT cohorts_original_curriculum_version;
ALTER TABLE cohorts DROP CONSTRAINT cohorts_program_version;
ALTER TABLE course_module_tags DROP CONSTRAINT course_module_tags_module;
ALTER TABLE course_module_tags DROP CONSTRAINT course_module_tags_tag;
ALTER TABLE curriculum_items DROP CONSTRAINT curriculum_items_cluster;
ALTER TABLE curriculum_items DROP CONSTRAINT curriculum_items_group;
ALTER TABLE curriculum_items DROP CONSTRAINT curriculum_items_module;
ALTER TABLE curriculum_items DROP CONSTRAINT curriculum_items_module_version;
ALTER TABLE curriculum_items DROP CONSTRAINT curriculum_items_parent;
ALTER TABLE curriculum_items DROP CONSTRAINT curriculum_items_pathway;
ALTER TABLE curriculum_items DROP CONSTRAINT curriculum_items_term;
ALTER TABLE curriculum_items DROP CONSTRAINT curriculum_items_version;
ALTER TABLE curriculum_terms DROP CONSTRAINT curriculum_terms_version;
ALTER TABLE curriculum_versions DROP CONSTRAINT curriculum_versions_curriculum;
ALTER TABLE curriculum_versions DROP CONSTRAINT curriculum_versions_source_cohort;
ALTER TABLE module_clusters DROP CONSTRAINT module_clusters_overflow;
ALTER TABLE module_clusters DROP CONSTRAINT module_clusters_version;
ALTER TABLE module_connections DROP CONSTRAINT module_connections_child;
ALTER TABLE module_connections DROP CONSTRAINT module_connections_parent;
ALTER TABLE module_versions DROP CONSTRAINT module_versions_module;
ALTER TABLE pathways DROP CONSTRAINT pathways_version;
ALTER TABLE program_curricula DROP CONSTRAINT program_curricula_curriculum;
ALTER TABLE program_curricula DROP CONSTRAINT program_curricula_program;
ALTER TABLE program_responsible_users DROP CONSTRAINT program_responsible_users_program;
ALTER TABLE program_versions DROP CONSTRAINT program_versions_program;
ALTER TABLE programs DROP CONSTRAINT programs_default_version;

-- An institution has the rows of all its tables on one node.
SELECT create_distributed_table('idempotency_keys', 'institution_id', colocate_with => 'none');
SELECT create_distributed_table('audit_log', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('cohort_terms', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('cohorts', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('course_module_tags', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('course_modules', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('curricula', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('curriculum_items', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('curriculum_terms', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('curriculum_versions', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('module_clusters', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('module_connections', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('module_groups', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('module_versions', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('organization_terms', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('pathways', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('program_curricula', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('program_responsible_users', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('program_versions', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('programs', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('tags', 'institution_id', colocate_with => 'idempotency_keys');

ALTER TABLE cohort_terms ADD CONSTRAINT cohort_terms_cohort FOREIGN KEY (institution_id, cohort_id) REFERENCES cohorts(institution_id, id);
ALTER TABLE cohort_terms ADD CONSTRAINT cohort_terms_organization_term FOREIGN KEY (institution_id, organization_term_id) REFERENCES organization_terms(institution_id, id);
ALTER TABLE cohort_terms ADD CONSTRAINT cohort_terms_term FOREIGN KEY (institution_id, curriculum_term_id) REFERENCES curriculum_terms(institution_id, id);
ALTER TABLE cohorts ADD CONSTRAINT cohorts_curriculum_version FOREIGN KEY (institution_id, curriculum_version_id) REFERENCES curriculum_versions(institution_id, id);
ALTER TABLE cohorts ADD CONSTRAINT cohorts_original_curriculum_version FOREIGN KEY (institution_id, original_curriculum_version_id) REFERENCES curriculum_versions(institution_id, id);
ALTER TABLE cohorts ADD CONSTRAINT cohorts_program_version FOREIGN KEY (institution_id, study_program_version_id) REFERENCES program_versions(institution_id, id);
ALTER TABLE course_module_tags ADD CONSTRAINT course_module_tags_module FOREIGN KEY (institution_id, course_module_id) REFERENCES course_modules(institution_id, id);
ALTER TABLE course_module_tags ADD CONSTRAINT course_module_tags_tag FOREIGN KEY (institution_id, tag_id) REFERENCES tags(institution_id, id);
ALTER TABLE curriculum_items ADD CONSTRAINT curriculum_items_cluster FOREIGN KEY (institution_id, curriculum_version_id, module_cluster_id) REFERENCES module_clusters(institution_id, curriculum_version_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE curriculum_items ADD CONSTRAINT curriculum_items_group FOREIGN KEY (institution_id, module_group_id) REFERENCES module_groups(institution_id, id);
ALTER TABLE curriculum_items ADD CONSTRAINT curriculum_items_module FOREIGN KEY (institution_id, course_module_id) REFERENCES course_modules(institution_id, id);
ALTER TABLE curriculum_items ADD CONSTRAINT curriculum_items_module_version FOREIGN KEY (institution_id, course_module_id, module_version_id) REFERENCES module_versions(institution_id, course_module_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE curriculum_items ADD CONSTRAINT curriculum_items_parent FOREIGN KEY (institution_id, curriculum_version_id, parent_id) REFERENCES curriculum_items(institution_id, curriculum_version_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE curriculum_items ADD CONSTRAINT curriculum_items_pathway FOREIGN KEY (institution_id, curriculum_version_id, pathway_id) REFERENCES pathways(institution_id, curriculum_version_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE curriculum_items ADD CONSTRAINT curriculum_items_term FOREIGN KEY (institution_id, curriculum_version_id, term_id) REFERENCES curriculum_terms(institution_id, curriculum_version_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE curriculum_items ADD CONSTRAINT curriculum_items_version FOREIGN KEY (institution_id, curriculum_version_id) REFERENCES curriculum_versions(institution_id, id);
ALTER TABLE curriculum_terms ADD CONSTRAINT curriculum_terms_version FOREIGN KEY (institution_id, curriculum_version_id) REFERENCES curriculum_versions(institution_id, id);
ALTER TABLE curriculum_versions ADD CONSTRAINT curriculum_versions_curriculum FOREIGN KEY (institution_id, curriculum_id) REFERENCES curricula(institution_id, id);
ALTER TABLE curriculum_versions ADD CONSTRAINT curriculum_versions_source_cohort FOREIGN KEY (institution_id, source_cohort_id) REFERENCES cohorts(institution_id, id);
ALTER TABLE module_clusters ADD CONSTRAINT module_clusters_overflow FOREIGN KEY (institution_id, curriculum_version_id, overflow_cluster_id) REFERENCES module_clusters(institution_id, curriculum_version_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE module_clusters ADD CONSTRAINT module_clusters_version FOREIGN KEY (institution_id, curriculum_version_id) REFERENCES curriculum_versions(institution_id, id);
ALTER TABLE module_connections ADD CONSTRAINT module_connections_child FOREIGN KEY (institution_id, child_module_version_id) REFERENCES module_versions(institution_id, id);
ALTER TABLE module_connections ADD CONSTRAINT module_connections_parent FOREIGN KEY (institution_id, parent_module_version_id) REFERENCES module_versions(institution_id, id);
ALTER TABLE module_versions ADD CONSTRAINT module_versions_module FOREIGN KEY (institution_id, course_module_id) REFERENCES course_modules(institution_id, id);
ALTER TABLE pathways ADD CONSTRAINT pathways_version FOREIGN KEY (institution_id, curriculum_version_id) REFERENCES curriculum_versions(institution_id, id);
ALTER TABLE program_curricula ADD CONSTRAINT program_curricula_curriculum FOREIGN KEY (institution_id, curriculum_id) REFERENCES curricula(institution_id, id);
ALTER TABLE program_curricula ADD CONSTRAINT program_curricula_program FOREIGN KEY (institution_id, study_program_id) REFERENCES programs(institution_id, id);
ALTER TABLE program_responsible_users ADD CONSTRAINT program_responsible_users_program FOREIGN KEY (institution_id, study_program_id) REFERENCES programs(institution_id, id);
ALTER TABLE program_versions ADD CONSTRAINT program_versions_program FOREIGN KEY (institution_id, study_program_id) REFERENCES programs(institution_id, id);
ALTER TABLE programs ADD CONSTRAINT programs_default_version FOREIGN KEY (institution_id, id, default_version_id) REFERENCES program_versions(institution_id, study_program_id, id) DEFERRABLE INITIALLY DEFERRED;

-- On the coordinator: what was migrated concerns the database.
SELECT citus_add_local_table_to_metadata('chassis_migrations');
-- On the coordinator: an event is known by its id, whosoever it is.
SELECT citus_add_local_table_to_metadata('inbox');
-- On the coordinator: what was migrated concerns the database.
SELECT citus_add_local_table_to_metadata('migrations');
-- On the coordinator: one relay takes all events in their order, and some belong to no institution.
SELECT citus_add_local_table_to_metadata('outbox');
-- On the coordinator: an event is known by its id, and some belong to no institution.
SELECT citus_add_local_table_to_metadata('parked_events');

COMMIT;
