import { readFile } from 'node:fs/promises';
import { withClient } from '../../platform/data/connections.ts';

/** Distributes the database of a service with its script in docs/citus, by PostgreSQL's own means in the place of Citus'. */
export async function distribute(databaseUrl: string, service: string): Promise<void> {
  await withClient({ connectionString: databaseUrl }, async (client) => {
    await client.query(await read('./stand-in-for-citus.sql'));
    await client.query(await read(`../../docs/citus/${service}.sql`));
  });
}

function read(path: string): Promise<string> {
  return readFile(new URL(path, import.meta.url), 'utf8');
}
