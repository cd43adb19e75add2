import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import type { Logger } from '../observability/log.ts';
import { closeToOthers } from './close-to-others.ts';
import { withClient } from './connections.ts';
import { makeIndexesAhead } from './indexes-ahead.ts';

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
 *
 * Whoever writes meanwhile goes on: indexes on tables that are there are made beforehand, and a table that is in use is not waited for longer than
 * {@link LOCK_WAIT_MS}, since those who come later would wait behind; then all is undone and begun again a little later.
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
async function run(migrationsTable: string, folder: URL, client: pg.Client, log: Logger): Promise<string[]> {
  for (let tries = 1; ; tries++) {
    // Nobody waits behind these, however long they wait.
    await client.query('SET lock_timeout = 0');
    await makeIndexesAhead(client, { migrationsTable, folder, log });
    await client.query(`SET lock_timeout = ${LOCK_WAIT_MS}`);
    try {
      return await runOnce(migrationsTable, folder, client, log);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) || tries === TRIES_AT_MOST)
        throw error;
      log.warn({ tries }, 'a table is in use: the migrations will be tried again');
      await delay(RETRY_MS);
    }
  }
}

const LOCK_WAIT_MS = 250;
const LOCK_NOT_AVAILABLE = '55P03';
const RETRY_MS = 500;
/** Ten minutes of them. */
const TRIES_AT_MOST = 800;

async function runOnce(migrationsTable: string, folder: URL, dbClient: pg.Client, log: Logger): Promise<string[]> {
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
