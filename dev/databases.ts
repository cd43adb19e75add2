import { databaseName } from '../deploy/installation/database-urls.ts';
import { services } from '../deploy/installation/services.ts';
import { configuredDatabases } from '../one-process/configured-databases.ts';
import type { Environment } from '../platform/core/config/config.ts';
import type { Logger } from '../platform/observability/log.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

export interface Databases {
  url(service: string): string;
  /** The same without the connection pooler; undefined if there is none. */
  directUrl(service: string): string | undefined;
  /** The URL for work that needs its own session. */
  sessionUrl(service: string): string;
  stop(): Promise<void>;
}

interface Options {
  readonly environment: Environment;
  readonly dataDir: string;
  readonly log: Logger;
}

/**
 * Opens the databases that the environment names, creating missing ones; for services without a configured database, an
 * embedded PostgreSQL.
 */
export async function openDatabases({ environment, dataDir, log }: Options): Promise<Databases> {
  const configured = await configuredDatabases(environment);
  const others = services.filter(({ name }) => !configured.has(name)).map(({ name }) => databaseName(name));
  const embedded = others.length > 0 ? await startEmbeddedPostgres({ dataDir, log }) : undefined;
  try {
    await embedded?.ensureOwnedDatabases(others);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  const url = (service: string) => {
    const found = configured.get(service)?.url ?? embedded?.ownerUrl(databaseName(service));
    if (found === undefined) throw new Error(`no database for ${service}`);
    return found;
  };
  const directUrl = (service: string) => configured.get(service)?.directUrl;
  return {
    url,
    directUrl,
    sessionUrl: (service) => directUrl(service) ?? url(service),
    stop: async () => embedded?.stop(),
  };
}
