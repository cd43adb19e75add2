import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { Program } from '../program.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../start-embedded-postgres.ts';

/** The copy of PostgreSQL that the installation's user can read is the one of Lyceum. */
export const TEST_PROGRAM: Program = {
  name: 'The test',
  folder: 'lyceum',
  otherDirectory: 'choose another directory',
  otherServer: 'use a server of your own',
};

/** A new directory for data directories. PostgreSQL's user can enter it even if tests run as root. */
export async function makeTestDirectory(parent = tmpdir()): Promise<string> {
  const directory = await mkdtemp(join(parent, 'lyceum-postgres-'));
  await chmod(directory, 0o755);
  return directory;
}

/** Starts a server, runs a function, and stops the server in any case. */
export async function withServer<T>(dataDir: string, use: (server: EmbeddedPostgres) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ program: TEST_PROGRAM, dataDir, durable: false });
  try {
    return await use(server);
  } finally {
    await server.stop();
  }
}

/** The rows of one statement, on a separate connection. */
export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = await connect(url);
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** A connection that does not end its process when the server ends. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
