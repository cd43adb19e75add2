-- The database of scheduling, distributed by institution over the nodes of a Citus cluster.
-- Run on the coordinator, after the migrations, with the services stopped: docs/operations.md says how, and what was tried.
-- Written by test/operations/citus.test.ts from the catalogue: npx vitest run test/operations/citus -u

BEGIN;
SET LOCAL citus.multi_shard_modify_mode TO 'sequential';

ALTER TABLE appointment_links DROP CONSTRAINT appointment_links_appointment;
ALTER TABLE appointments DROP CONSTRAINT appointments_type;
ALTER TABLE room_bookings DROP CONSTRAINT room_bookings_appointment;

-- An institution has the rows of all its tables on one node.
SELECT create_distributed_table('idempotency_keys', 'institution_id', colocate_with => 'none');
SELECT create_distributed_table('appointment_links', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('appointment_types', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('appointments', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('audit_log', 'institution_id', colocate_with => 'idempotency_keys');
SELECT create_distributed_table('room_bookings', 'institution_id', colocate_with => 'idempotency_keys');

ALTER TABLE appointment_links ADD CONSTRAINT appointment_links_appointment FOREIGN KEY (institution_id, appointment_id) REFERENCES appointments(institution_id, id) ON DELETE CASCADE;
ALTER TABLE appointments ADD CONSTRAINT appointments_type FOREIGN KEY (institution_id, appointment_type_id) REFERENCES appointment_types(institution_id, id);
ALTER TABLE room_bookings ADD CONSTRAINT room_bookings_appointment FOREIGN KEY (institution_id, appointment_id) REFERENCES appointments(institution_id, id) ON DELETE CASCADE;

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
