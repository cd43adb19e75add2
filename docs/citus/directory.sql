-- The database of directory, distributed by institution over the nodes of a Citus cluster.
-- Run on the coordinator, after the migrations, with the services stopped: docs/operations.md says how, and what was tried.
-- Written by test/operations/citus.test.ts from the catalogue: npx vitest run test/operations/citus -u

BEGIN;
SET LOCAL citus.multi_shard_modify_mode TO 'sequential';

ALTER TABLE integrations DROP CONSTRAINT integrations_created_by;
ALTER TABLE courses DROP CONSTRAINT courses_institution_id_fkey;
ALTER TABLE user_group_members DROP CONSTRAINT user_group_members_institution_id_user_group_id_fkey;
ALTER TABLE user_group_members DROP CONSTRAINT user_group_members_user;
ALTER TABLE user_groups DROP CONSTRAINT user_groups_institution_id_fkey;

-- Whole on every node: what institutions are: the tables of institutions refer to it, and it changes seldom.
SELECT create_reference_table('institutions');
-- Whole on every node: a client id is looked up before its institution is known, and is unique in the platform.
SELECT create_reference_table('integrations');
-- An institution has the rows of all its tables on one node.
SELECT create_distributed_table('idempotency_keys', 'institution_id', colocate_with => 'none');
SELECT create_distributed_table('audit_log', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('courses', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('user_group_members', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('user_groups', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('users', 'institution_id', colocate_with => 'idempotency_keys');

ALTER TABLE courses ADD CONSTRAINT courses_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES institutions(id);
ALTER TABLE user_group_members ADD CONSTRAINT user_group_members_institution_id_user_group_id_fkey FOREIGN KEY (institution_id, user_group_id) REFERENCES user_groups(institution_id, id);
ALTER TABLE user_group_members ADD CONSTRAINT user_group_members_user FOREIGN KEY (institution_id, user_id) REFERENCES users(institution_id, id);
ALTER TABLE user_groups ADD CONSTRAINT user_groups_institution_id_fkey FOREIGN KEY (institution_id) REFERENCES institutions(id);
-- integrations_created_by stays away: integrations is on every node, users is not.

-- On the coordinator: what was migrated concerns the database.
SELECT citus_add_local_table_to_metadata('chassis_migrations');
-- On the coordinator: an event is known by its id, whosoever it is.
SELECT citus_add_local_table_to_metadata('inbox');
-- On the coordinator: what was migrated concerns the database.
SELECT citus_add_local_table_to_metadata('migrations');
-- On the coordinator: operators belong to the installation, not to an institution.
SELECT citus_add_local_table_to_metadata('operators');
-- On the coordinator: one relay takes all events in their order, and some belong to no institution.
SELECT citus_add_local_table_to_metadata('outbox');
-- On the coordinator: an event is known by its id, and some belong to no institution.
SELECT citus_add_local_table_to_metadata('parked_events');

COMMIT;
