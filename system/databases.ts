import { ConfigError, type Environment } from '../services/chassis/config/config.ts';
import { startEmbeddedPostgres } from '../services/chassis/embedded-postgres/start-embedded-postgres.ts';
import type { Logger } from '../services/chassis/log.ts';
import { configuredDatabaseUrl, databaseVariable } from './database-urls.ts';
import { services } from './services.ts';

export interface Databases {
  url(service: string): string;
  stop(): Promise<void>;
}

interface Options {
  readonly environment: Environment;
  readonly dataDir: string;
  readonly production: boolean;
  readonly log: Logger;
}

/** The databases that the environment names; for those that it does not name an embedded PostgreSQL, which production has not. */
export async function openDatabases({ environment, dataDir, production, log }: Options): Promise<Databases> {
  const configured = new Map(services.map(({ name }) => [name, configuredDatabaseUrl(name, environment)] as const));
  const missing = [...configured].filter(([, url]) => url === undefined).map(([name]) => name);
  if (missing.length > 0 && production) {
    throw new ConfigError(
      missing.map((name) => `DATABASE_URL or ${databaseVariable(name)} is missing: the database of ${name}`),
    );
  }
  const embedded = missing.length > 0 ? await startEmbeddedPostgres({ dataDir, log }) : undefined;
  await embedded?.ensureDatabases(missing.map(embeddedName));
  return {
    url(service) {
      const url = configured.get(service) ?? embedded?.url(embeddedName(service));
      if (url === undefined) throw new Error(`no database for ${service}`);
      return url;
    },
    stop: async () => embedded?.stop(),
  };
}

function embeddedName(service: string): string {
  return `lyceum_${service}`;
}
