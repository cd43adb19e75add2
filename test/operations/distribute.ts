import { readFile } from 'node:fs/promises';
import pg from 'pg';

/** Distributes the database of a service with its script in docs/citus, by PostgreSQL's own means in the place of Citus'. */
export async function distribute(databaseUrl: string, service: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(await read('./stand-in-for-citus.sql'));
    await client.query(await read(`../../docs/citus/${service}.sql`));
  } finally {
    await client.end();
  }
}

function read(path: string): Promise<string> {
  return readFile(new URL(path, import.meta.url), 'utf8');
}
