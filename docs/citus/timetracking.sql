-- The database of timetracking, distributed by institution over the nodes of a Citus cluster.
-- Run on the coordinator, after the migrations, with the services stopped: docs/operations.md says how, and what was tried.
-- Written by test/operations/citus.test.ts from the catalogue: npx vitest run test/operations/citus -u

BEGIN;
SET LOCAL citus.multi_shard_modify_mode TO 'sequential';


-- An institution has the rows of all its tables on one node.
SELECT create_distributed_table('idempotency_keys', 'institution_id', colocate_with => 'none');
SELECT create_distributed_table('audit_log', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('time_records', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('timestamp_templates', 'institution_id', colocate_with => 'idempotency_keys');


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
