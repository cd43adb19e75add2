import { test } from 'vitest';
import type { Declared } from '../../libraries/typed-sql/index.ts';
import { productStatements } from '../support/postgres/product-statements.ts';
import { expectNone, type Violation } from './project/violations.ts';

test('statements on tables of institutions take the institution', () => {
  expectNone(
    findStatementsOverAll(productStatements),
    'Add the parameter institutionId, or list the statement with its reason.',
    {
      idempotency_keys_remove_expired: 'removes expired keys of all institutions, every ten minutes',
      integrations_by_client_id: 'looks up a client before its institution is known',
      integrations_moved: 'the same, for an institution that has moved',
      calendar_feeds_by_token_hash: 'looks up a token before its institution is known',
      sign_in_links_by_code_hash: 'looks up a code before its institution is known',
      sync_guards_remove_expired: 'removes what syncs have done before the last hour, every ten minutes',
      archive_parts_next: 'a process writes the parts of all institutions one after the other',
      archive_parts_remove_expired: 'removes expired archives of all institutions, every ten minutes',
      archive_chunks_remove_expired: 'the same',
      archives_remove_expired: 'the same',
      erasures_due: 'a worker begins the erasures of all institutions',
      retentions_due: 'a worker goes on with the runs of all institutions',
      people_imports_remove_expired: 'removes expired files of all institutions, every ten minutes',
      calendar_imports_remove_expired: 'the same',
      sign_in_links_remove_expired: 'removes expired links of all institutions, every ten minutes',
      administrator_sessions_by_token: 'looks up a token before its institution is known',
      administrator_sessions_remove_expired: 'removes ended sessions of all institutions, every ten minutes',
      archivings_remove_expired: 'removes old ones of all institutions, every ten minutes',
      kept_forms_remove_expired: 'removes expired forms of all institutions, every ten minutes',
      problem_mails_remove_expired:
        'removes what is left of former administrators of all institutions, every ten minutes',
      administrator_notices_claim: 'finds whom to tell next, of all institutions',
      administrator_notices_remove_expired: 'removes what could not be told, of all institutions',
      closing_mails_claim: 'finds an institution of which somebody is to be told',
      problem_mails_claim_due: 'finds the institution that has waited longest',
      audit_stream_positions_lease: 'a worker sends the streams of all institutions one after the other',
      passkeys_by_credential_id: 'looks up a credential before its institution is known',
      calendar_feed_reads_note: 'the same',
      openid_providers_by_institution_ref: 'looks up an institution by its ref before it is known',
      integrations_lock_by_client_id: 'the command line names only a client',
      deliveries_backlog: 'counts waiting deliveries of all institutions, for metrics',
      deliveries_remove_expired: 'removes old deliveries of all institutions, every ten minutes',
      deliveries_remove_orphans: 'removes deliveries of deleted endpoints, of all institutions, every ten minutes',
      deleted_endpoints_forget: 'the same, when no such delivery is left',
      endpoint_queues_end_expired: 'ends the leases of killed workers, whose endpoints are those of all institutions',
      endpoint_queues_next_due: 'a worker sleeps until the first endpoint of any institution is due',
      endpoint_queues_lease: 'a worker serves the endpoints of all institutions one after the other',
      room_bookings_lock_rooms: 'takes locks for commands of several institutions, each with its own; reads no rows',
      time_records_lock_groups: 'the same',
      time_records_lock_member: 'the same',
      audit_log_make_partitions: 'creates tables, and reads no rows',
    },
  );
});

/**
 * Statements on tables of institutions without a parameter for the institution, except those that remove expired rows.
 */
function findStatementsOverAll(statements: readonly Declared[]): Violation[] {
  return statements
    .filter(
      ({ table, recording }) =>
        table?.primaryKey[0] === 'institutionId' && table.noTenant === undefined && recording !== 'expired',
    )
    .filter(({ parameters }) => !parameters.some(({ name }) => name === 'institutionId'))
    .map(({ name, text }) => ({ location: name, what: text }));
}
