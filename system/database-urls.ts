import type { Environment } from '../services/chassis/config/config.ts';

/** The variable that names one service's database: `DIRECTORY_DATABASE_URL`. */
export function databaseVariable(service: string): string {
  return `${service.toUpperCase()}_DATABASE_URL`;
}

/**
 * Where a service's database is when the environment says so: its own variable, or the database `lyceum_<service>` on the server that
 * DATABASE_URL names; undefined when neither is set.
 */
export function configuredDatabaseUrl(service: string, environment: Environment): string | undefined {
  const own = environment[databaseVariable(service)];
  if (own) return own;
  const server = environment.DATABASE_URL;
  if (!server) return undefined;
  const url = new URL(server);
  url.pathname = `/lyceum_${service}`;
  return url.href;
}
