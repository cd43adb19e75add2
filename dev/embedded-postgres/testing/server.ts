import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '../../../platform/data/connections.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../start-embedded-postgres.ts';

/** A new directory for data directories. PostgreSQL's user can enter it even if tests run as root. */
export async function makeTestDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'lyceum-postgres-'));
  await chmod(directory, 0o755);
  return directory;
}

/** Starts a server, runs a function, and stops the server in any case. */
export async function withServer<T>(dataDir: string, use: (server: EmbeddedPostgres) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

/** The rows of one statement, on a separate connection. */
export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  return withClient({ connectionString: url }, async (client) => (await client.query(text)).rows);
}
