import { services } from '../../deploy/installation/services.ts';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { platformTables } from '../../platform/data/platform-tables.ts';
import { deleteRows } from '../../platform/process/deletion/delete-rows.ts';

/**
 * Removes the rows of an institution from the database of a service that is not its place: those that it has left, or
 * a copy that was given up. What says so stays, so that nothing that comes late brings rows back. The service, which
 * may do the same meanwhile, and this do not disturb each other.
 * @param url without a connection pooler
 */
export async function removeRows(service: string, url: string, institutionId: string): Promise<void> {
  const own = services.find(({ name }) => name === service)?.tables ?? [];
  await withClient({ connectionString: url, application_name: 'lyceum-cli' }, async (client) => {
    await client.query("SET statement_timeout = '60s'");
    await client.query(BEGIN, [institutionId]);
    const walk = { client, institutionId, tables: [...platformTables, ...own], mayContinue: () => true };
    while ((await deleteRows(walk)) > 0);
    await client.query(END, [institutionId]);
  });
}

const BEGIN = `INSERT INTO standstills (institution_id, state, is_settled, closed_at, deleting_since, deleted_rows)
  VALUES ($1, 'deleting', true, clock_timestamp(), clock_timestamp(), '{}')
  ON CONFLICT (institution_id) DO UPDATE SET state = 'deleting', until = NULL, is_settled = true, deleted_at = NULL,
    closed_at = excluded.closed_at, deleting_since = excluded.deleting_since, deleted_rows = excluded.deleted_rows`;
const END = `UPDATE standstills SET deleted_at = clock_timestamp() WHERE institution_id = $1 AND state = 'deleting'`;
