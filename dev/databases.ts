import { configuredDatabaseUrl, databaseName, databaseVariable } from '../installation/database-urls.ts';
import { services } from '../installation/services.ts';
import type { Environment } from '../platform/core/config/config.ts';
import { ensureOwnDatabase } from '../platform/data/ensure-databases.ts';
import type { Logger } from '../platform/observability/log.ts';
import { startEmbeddedPostgres } from './embedded-postgres/start-embedded-postgres.ts';

export interface Databases {
  url(service: string): string;
  stop(): Promise<void>;
}

interface Options {
  readonly environment: Environment;
  readonly dataDir: string;
  readonly log: Logger;
}

/** The databases that the environment names, made where they are missing; for services whose database it does not name, an embedded PostgreSQL. */
export async function openDatabases({ environment, dataDir, log }: Options): Promise<Databases> {
  const configured = new Map(services.map(({ name }) => [name, configuredDatabaseUrl(name, environment)] as const));
  for (const [name, url] of configured) {
    if (url !== undefined) await ensureOwnDatabase(url, variableOf(name, environment));
  }
  const others = [...configured].filter(([, url]) => url === undefined).map(([name]) => databaseName(name));
  const embedded = others.length > 0 ? await startEmbeddedPostgres({ dataDir, log }) : undefined;
  try {
    await embedded?.ensureOwnedDatabases(others);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  return {
    url(service) {
      const url = configured.get(service) ?? embedded?.ownerUrl(databaseName(service));
      if (url === undefined) throw new Error(`no database for ${service}`);
      return url;
    },
    stop: async () => embedded?.stop(),
  };
}

/** Which variable a service's database comes from. */
function variableOf(service: string, environment: Environment): string {
  const own = databaseVariable(service);
  return environment[own] || environment[`${own}_FILE`] ? own : 'DATABASE_URL';
}
