import type pg from 'pg';
import type { Logger } from '../observability/log.ts';
import { withClient } from './connections.ts';

/** Asks the server, over a session of its own, to cancel what it does for a client. Where that fails, statement_timeout ends it. */
export async function cancelStatement(
  client: pg.PoolClient,
  { url, applicationName, log }: { readonly url: string; readonly applicationName: string; readonly log: Logger },
): Promise<void> {
  const config = {
    connectionString: url,
    application_name: `${applicationName} cancel`,
    connectionTimeoutMillis: 3_000,
    query_timeout: 3_000,
  };
  const { processID } = client as unknown as { processID: number };
  try {
    await withClient(config, (beside) => beside.query('SELECT pg_cancel_backend($1)', [processID]));
  } catch (error) {
    log.debug({ err: error }, 'a statement could not be cancelled');
  }
}
