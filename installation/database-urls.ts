import { type Environment, readConfig, type Variables } from '../platform/core/config/config.ts';
import { optional, url } from '../platform/core/config/variables.ts';

/** The variable that names one service's database: `DIRECTORY_DATABASE_URL`. */
export function databaseVariable(service: string): string {
  return `${service.toUpperCase()}_DATABASE_URL`;
}

/**
 * The variables that name the services' databases: one for all, and one for each. Where they are required and the one for all is not set,
 * every other is.
 */
export function databaseVariables(
  services: readonly string[],
  { environment, required }: { readonly environment: Environment; readonly required: boolean },
): Variables {
  const own = (service: string) =>
    url(SCHEMES, {
      description: `the database of ${service} (or set ${SERVER} for all of them)`,
      secret: true,
    });
  const isNeeded = required && !environment[SERVER] && !environment[`${SERVER}_FILE`];
  return {
    [SERVER]: server,
    ...Object.fromEntries(
      services.map((service) => [databaseVariable(service), isNeeded ? own(service) : optional(own(service))]),
    ),
  };
}

/**
 * Where a service's database is when the environment says so: its own variable, or the database `lyceum_<service>` on the server that
 * DATABASE_URL names; undefined when neither is set.
 */
export function configuredDatabaseUrl(service: string, environment: Environment): string | undefined {
  const values = readConfig(databaseVariables([service], { environment, required: false }), environment);
  const own = values[databaseVariable(service)];
  if (own !== undefined) return String(own);
  if (values[SERVER] === undefined) return undefined;
  const place = new URL(String(values[SERVER]));
  place.pathname = `/${databaseName(service)}`;
  return place.href;
}

/** The name of a service's database on a server that it shares with the others. */
export function databaseName(service: string): string {
  return `lyceum_${service}`;
}

const SERVER = 'DATABASE_URL';
const SCHEMES = ['postgres', 'postgresql'];

const server = optional(
  url(SCHEMES, {
    description:
      'a PostgreSQL server to use instead of the embedded one; each service has its database lyceum_<service> there',
    secret: true,
  }),
);
