import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { makeIndexesAhead } from '../../libraries/typed-sql/index.ts';
import { StartError } from '../core/start-error.ts';
import type { Logger } from '../observability/log.ts';
import { FIRST_SERVER } from './placements.ts';

interface MigrateOptions {
  /** Without a connection pooler: migrations wait for each other with a session-level lock. */
  readonly databaseUrl: string;
  /** The folder of the service's own migrations: numbered SQL files, additive only. */
  readonly migrations: URL | undefined;
  /** The server of the database, if it is not the first one. */
  readonly server?: string | undefined;
  readonly log: Logger;
}

/**
 * Applies pending migrations to a service's database: first the platform's, then the service's own, each set in one
 * transaction. Replicas that migrate at the same time wait for each other. Afterwards other roles of the server can no
 * longer connect to the database.
 *
 * Writers can go on meanwhile: indexes on existing tables are created beforehand, and a migration waits for a table in
 * use no longer than {@link LOCK_WAIT_MS}, because later writers would queue up behind it. Then everything is rolled
 * back and tried again a little later.
 */
export async function migrate({ databaseUrl, migrations, server = FIRST_SERVER, log }: MigrateOptions): Promise<void> {
  await withClient({ connectionString: databaseUrl }, async (client) => {
    // The role may have a default limit: services behind a pooler set one.
    await client.query('SET statement_timeout = 0');
    requireServer(await serverBefore(client), server);
    await closeToOthers(client, log);
    const done = await run('platform_migrations', PLATFORM_MIGRATIONS, client, log);
    if (migrations) done.push(...(await run('migrations', migrations, client, log)));
    // Writers do not queue up behind the locks that this takes.
    await client.query('SET lock_timeout = 0');
    await planForLargestInstitution(client);
    await nameServer(client, server);
    if (done.length > 0) log.info(`${done.length} migrations applied`);
  });
}

/** The platform's own migrations, for the database of every service. */
export const PLATFORM_MIGRATIONS = new URL('./migrations/', import.meta.url);

/** Returns the names of the migrations that were not applied before. */
async function run(migrationsTable: string, folder: URL, client: pg.Client, log: Logger): Promise<string[]> {
  for (let tries = 1; ; tries++) {
    // However long these wait, nothing queues up behind them.
    await client.query('SET lock_timeout = 0');
    await makeIndexesAhead(client, { migrationsTable, folder, log });
    await client.query(`SET lock_timeout = ${LOCK_WAIT_MS}`);
    try {
      return await runOnce(migrationsTable, folder, client, log);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) || tries === MAX_TRIES) throw error;
      log.warn({ tries }, 'a table is in use: the migrations will be retried');
      await delay(RETRY_MS);
    }
  }
}

const LOCK_WAIT_MS = 250;
const LOCK_NOT_AVAILABLE = '55P03';
const RETRY_MS = 500;
/** About ten minutes. */
const MAX_TRIES = 800;

async function runOnce(migrationsTable: string, folder: URL, dbClient: pg.Client, log: Logger): Promise<string[]> {
  // Only those who migrate load it: not the services.
  const { runner } = await import('node-pg-migrate');
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

/**
 * Lets only the owner of a database, and roles with an explicit grant, connect to it. By default PostgreSQL lets every
 * role of a server connect to every database, and any connected role can take any advisory lock there: those of the
 * relay, of members and of keys in flight.
 */
async function closeToOthers(client: pg.Client, log: Logger): Promise<void> {
  await client.query(CLOSE);
  const { rows } = await client.query<{ open: boolean; database: string }>(IS_OPEN);
  if (rows[0]?.open) {
    const { database } = rows[0];
    log.warn({ database }, 'every role of the server may connect to this database: only its owner can revoke that');
  }
}

/**
 * The lock prevents concurrent REVOKEs, which would collide in the catalogue. A REVOKE by a role other than the owner
 * only causes a warning.
 */
const CLOSE = `DO $$ BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('close-to-others', 0));
  IF has_database_privilege('public', current_database(), 'CONNECT') THEN
    EXECUTE format('REVOKE CONNECT, TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
  END IF;
END $$`;

const IS_OPEN = `SELECT current_database() AS database, has_database_privilege('public', current_database(), 'CONNECT') AS open`;

/** Says in the database of which server it is; throws a StartError if it is that of another one. */
async function nameServer(client: pg.Client, server: string): Promise<void> {
  await client.query('INSERT INTO own_server (server) SELECT $1 WHERE NOT EXISTS (SELECT FROM own_server)', [server]);
  const { rows } = await client.query<{ server: string }>('SELECT server FROM own_server');
  requireServer(rows[0]?.server, server);
}

/** The server of a database before its migrations; undefined if it is new. One that no release has named is old. */
async function serverBefore(client: pg.Client): Promise<string | undefined> {
  const exists = async (table: string) =>
    (await client.query<{ found: boolean }>('SELECT to_regclass($1) IS NOT NULL AS found', [table])).rows[0]?.found;
  if (await exists('own_server')) {
    const { rows } = await client.query<{ server: string }>('SELECT server FROM own_server');
    return rows[0]?.server;
  }
  if (!(await exists('platform_migrations'))) return undefined;
  const { rows } = await client.query('SELECT FROM platform_migrations LIMIT 1');
  return rows.length === 0 ? undefined : FIRST_SERVER;
}

/** Throws a StartError if the database is that of another server. */
function requireServer(own: string | undefined, server: string): void {
  if (own === undefined || own === server) return;
  const named = (name: string) => (name === FIRST_SERVER ? 'the first server' : `the server "${name}"`);
  throw new StartError(`The database is that of ${named(own)}, not of ${named(server)}: check DATABASE_SERVER.`);
}

/**
 * Makes the planner assume that each table belongs to a single institution. A session keeps one plan of a statement for
 * all institutions, which the planner estimates for the average one. If a thousand institutions have two rows each,
 * reading all rows of an institution looks cheaper than looking up a few by id, but the largest institution may own
 * half of the table.
 *
 * For a table that was never analyzed, the setting takes effect with its first statistics. Neither step blocks readers
 * or writers.
 */
async function planForLargestInstitution(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; isAnalyzed: boolean }>(TABLES);
  for (const { name, isAnalyzed } of rows) {
    await client.query(`ALTER TABLE ${name} ALTER COLUMN institution_id SET (n_distinct = 1)`);
    if (isAnalyzed) await client.query(`ANALYZE ${name}`);
  }
}

/** Tables without the setting, except partitions: `make_partitions` gives it to those that it creates. */
const TABLES = `SELECT c.oid::regclass::text AS name, c.reltuples >= 0 AS "isAnalyzed"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'institution_id' AND NOT a.attisdropped
  WHERE c.relkind = 'r' AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
    AND NOT coalesce('n_distinct=1' = ANY (a.attoptions), false) ORDER BY 1`;
