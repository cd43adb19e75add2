import { resolve } from 'node:path';
import { configuredDirectUrl, databaseName, databaseVariable } from '../deploy/installation/database-urls.ts';
import { findEmbeddedPostgres } from '../deploy/installation/find-embedded-postgres.ts';
import { ConfigError, type Environment, readConfig } from '../platform/core/config/config.ts';
import { Database } from '../platform/data/database.ts';
import { reasonOf } from '../platform/data/ensure-databases.ts';
import { silentLogger } from '../platform/observability/log.ts';
import { dataVariables } from './data-variables.ts';
import { CommandFailure } from './failure.ts';
import { SERVICES } from './service-names.ts';

/** Runs work on the database of each service, or of one: see {@link serviceDatabaseUrls}. */
export async function withServiceDatabases(
  environment: Environment,
  only: string | undefined,
  work: (service: string, db: Database) => Promise<void>,
): Promise<void> {
  for (const [name, url] of await serviceDatabaseUrls(environment, only)) {
    await withDatabase(name, url, (db) => work(name, db));
  }
}

/** Runs work with the databases of all services at once. Throws a CommandFailure if one cannot be used. */
export async function withAllDatabases<T>(
  environment: Environment,
  work: (databases: ReadonlyMap<string, Database>) => Promise<T>,
): Promise<T> {
  const opened = new Map<string, Database>();
  const open = async ([first, ...others]: readonly (readonly [service: string, url: string])[]): Promise<T> => {
    if (!first) return work(opened);
    return withDatabase(...first, (db) => {
      opened.set(first[0], db);
      return open(others);
    });
  };
  return open(await serviceDatabaseUrls(environment, undefined));
}

/**
 * The database URLs of all services, or of one: from the environment, without a connection pooler, or else of the
 * running embedded PostgreSQL.
 * @throws CommandFailure if there is no such service; ConfigError if a database is not configured
 */
export async function serviceDatabaseUrls(
  environment: Environment,
  only: string | undefined,
): Promise<(readonly [service: string, url: string])[]> {
  if (only !== undefined && !SERVICES.includes(only)) {
    throw new CommandFailure(`There is no service ${only}. The services are ${SERVICES.join(', ')}.`);
  }
  const { DATA_DIR } = readConfig(dataVariables, environment);
  const embedded = await findEmbeddedPostgres(resolve(DATA_DIR));
  const chosen = only === undefined ? SERVICES : [only];
  const urls = chosen.map(
    (name) => [name, configuredDirectUrl(name, environment) ?? embedded?.(databaseName(name)) ?? ''] as const,
  );
  const missing = urls.filter(([, url]) => url === '');
  if (missing.length > 0) {
    throw new ConfigError(
      missing.map(([name]) => `DATABASE_URL or ${databaseVariable(name)} is missing: the database of ${name}`),
    );
  }
  return urls;
}

/**
 * Runs work on one database. Throws a CommandFailure if it cannot be used.
 * @param atMostMs timeout of each statement
 */
export async function withDatabase<T>(
  name: string,
  url: string,
  work: (db: Database) => Promise<T>,
  atMostMs = 10_000,
): Promise<T> {
  const db = new Database({
    url,
    maxConnections: 1,
    statementTimeoutMs: atMostMs,
    applicationName: 'lyceum-cli',
    constraints: {},
    log: silentLogger,
  });
  try {
    return await work(db);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    const { cause } = db.translate(error) as Error;
    throw databaseFailure(name, cause ?? error);
  } finally {
    await db.close();
  }
}

/** The failure for a database that cannot be used. */
export function databaseFailure(service: string, error: unknown): CommandFailure {
  return new CommandFailure(`The database of ${service} cannot be used: ${reasonOf(error)}`);
}
