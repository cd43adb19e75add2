import { resolve } from 'node:path';
import {
  configuredDirectUrl,
  configuredServers,
  databaseName,
  databaseVariable,
} from '../deploy/installation/database-urls.ts';
import { findEmbeddedPostgres } from '../deploy/installation/find-embedded-postgres.ts';
import { ConfigError, type Environment, readConfig } from '../platform/core/config/config.ts';
import { present } from '../platform/core/present.ts';
import { Database } from '../platform/data/database.ts';
import { reasonOf } from '../platform/data/ensure-databases.ts';
import { FIRST_SERVER, nameAt, readPlacements } from '../platform/data/placements.ts';
import { silentLogger } from '../platform/observability/log.ts';
import { dataVariables } from './data-variables.ts';
import { CommandFailure } from './failure.ts';
import { databaseAt, PLACEABLE, SERVICES } from './service-names.ts';

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

/**
 * Runs work with all databases at once: of each service, also those on other servers (`timetracking@b`). Throws a
 * CommandFailure if one cannot be used.
 */
export async function withAllDatabases<T>(
  environment: Environment,
  work: (databases: ReadonlyMap<string, Database>) => Promise<T>,
): Promise<T> {
  return withDatabases(await serviceDatabaseUrls(environment, undefined), work);
}

/** Runs work with the databases at once that have the rows of an institution, by service. */
export async function withDatabasesOf<T>(
  environment: Environment,
  institutionId: string,
  work: (databases: ReadonlyMap<string, Database>) => Promise<T>,
): Promise<T> {
  return withDatabases(await databaseUrlsOf(environment, institutionId), work);
}

/** Opens databases, and closes them after the work. */
export async function withDatabases<T>(
  urls: Databases,
  work: (databases: ReadonlyMap<string, Database>) => Promise<T>,
): Promise<T> {
  const opened = new Map<string, Database>();
  const open = async ([first, ...others]: Databases): Promise<T> => {
    if (!first) return work(opened);
    return withDatabase(...first, (db) => {
      opened.set(first[0], db);
      return open(others);
    });
  };
  return open(urls);
}

/** The URLs of databases by the names of their services, on other servers with those: `timetracking@b`. */
export type Databases = readonly (readonly [database: string, url: string])[];

/**
 * The databases that have the rows of an institution, by service: of all services, or of one.
 * @throws CommandFailure if there is no such service; ConfigError if the environment does not name a database
 */
export async function databaseUrlsOf(
  environment: Environment,
  institutionId: string,
  only?: string,
): Promise<Databases> {
  const all = await serviceDatabaseUrls(environment, only);
  const server = await serverOf(all, institutionId);
  return [...placedAt(new Map(all), server)];
}

/**
 * Of all databases, those that have the rows of institutions on a server, by service.
 * @throws ConfigError if that server is not among them
 */
export function placedAt<T>(databases: ReadonlyMap<string, T>, server: string): Map<string, T> {
  return new Map(
    SERVICES.filter((service) => databases.has(service)).map((service) => {
      const found = databases.get(databaseAt(service, server));
      if (found !== undefined) return [service, found];
      throw new ConfigError([`PLACED_DATABASE_URLS lacks the server "${server}", which has rows of the institution`]);
    }),
  );
}

/** The server with the rows of an institution, as the first of some databases says: every one knows. */
export async function serverOf(databases: Databases, institutionId: string): Promise<string> {
  return withDatabase(...present(databases[0], 'database'), async (db) => {
    const { servers } = await readPlacements(db);
    return servers.get(institutionId) ?? FIRST_SERVER;
  });
}

/** The service of a database. */
export function serviceOfDatabase(database: string): string {
  return database.split('@')[0] ?? '';
}

/** The server of a database. */
export function serverOfDatabase(database: string): string {
  return database.split('@')[1] ?? FIRST_SERVER;
}

/**
 * The database URLs of all services, or of one, on all servers: from the environment, without a connection pooler, or
 * else of the running embedded PostgreSQL.
 * @throws CommandFailure if there is no such service; ConfigError if a database is not configured
 */
export async function serviceDatabaseUrls(environment: Environment, only: string | undefined): Promise<Databases> {
  if (only !== undefined && !SERVICES.includes(only)) {
    throw new CommandFailure(`There is no service ${only}. The services are ${SERVICES.join(', ')}.`);
  }
  const { DATA_DIR } = readConfig(dataVariables, environment);
  const embedded = await findEmbeddedPostgres(resolve(DATA_DIR));
  const services = only === undefined ? SERVICES : [only];
  const placed = services.filter((service) => PLACEABLE.includes(service));
  const elsewhere = configuredServers(environment).flatMap((server) =>
    placed.map((service) => nameAt(service, server)),
  );
  const urls = [...services, ...elsewhere].map(
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

/** The URL of one database. Throws as {@link serviceDatabaseUrls} does, and a CommandFailure for an unknown server. */
export async function databaseUrlOf(environment: Environment, database: string): Promise<string> {
  const urls = new Map(await serviceDatabaseUrls(environment, serviceOfDatabase(database)));
  const url = urls.get(database);
  if (url !== undefined) return url;
  throw new CommandFailure(`There is no database ${database}, but ${[...urls.keys()].join(', ')}.`);
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
