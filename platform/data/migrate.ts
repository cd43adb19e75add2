import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import type pg from 'pg';
import type { Logger } from '../observability/log.ts';
import { closeToOthers } from './close-to-others.ts';
import { withClient } from './connections.ts';

interface MigrateOptions {
  /** Past a connection pooler: migrations wait for each other by a lock of their session. */
  readonly databaseUrl: string;
  /** The folder of the service's own migrations: numbered SQL files, additive only. */
  readonly migrations: URL | undefined;
  readonly log: Logger;
}

/**
 * Brings a service's database up to date: first what the platform needs, then the service's own, each in one transaction. Replicas that
 * migrate at the same time wait for each other. Other roles of the server may not connect to it any more.
 */
export async function migrate({ databaseUrl, migrations, log }: MigrateOptions): Promise<void> {
  await withClient({ connectionString: databaseUrl }, async (client) => {
    // The role may have a limit: services behind a pooler give it one.
    await client.query('SET statement_timeout = 0');
    await closeToOthers(client, log);
    // Released databases have the table under this name: a new one would run every migration again.
    const done = await run('chassis_migrations', PLATFORM_MIGRATIONS, client, log);
    if (migrations) done.push(...(await run('migrations', migrations, client, log)));
    if (done.length > 0) log.info(`${done.length} migrations applied`);
  });
}

/** What the platform itself needs in the database of every service. */
export const PLATFORM_MIGRATIONS = new URL('./migrations/', import.meta.url);

/** Returns the names of the migrations that were not applied before. */
async function run(migrationsTable: string, folder: URL, dbClient: pg.Client, log: Logger): Promise<string[]> {
  const done = await runner({
    dbClient,
    dir: fileURLToPath(folder),
    migrationsTable,
    direction: 'up',
    singleTransaction: true,
    checkOrder: true,
    advisoryLockMode: 'wait',
    logger: {
      debug: () => {},
      info: () => {},
      warn: (message) => log.warn(message),
      error: (message) => log.error(message),
    },
  });
  return done.map(({ name }) => name);
}
