import { type Environment, readConfig, type Variables } from '../../platform/core/config/config.ts';
import { optional, url } from '../../platform/core/config/variables.ts';

/** The URLs of a service's database. */
export interface DatabaseAddress {
  readonly url: string;
  /** The same database without the connection pooler; undefined if `url` does not go through one. */
  readonly directUrl: string | undefined;
}

/** The variable that names one service's database: `DIRECTORY_DATABASE_URL`. */
export function databaseVariable(service: string): string {
  return variableOf(service, POOLED);
}

/**
 * The variables that name the services' databases: one for all services and one for each, and the same without
 * PgBouncer. With `required`, each service's variable is required unless the one for all is set.
 */
export function databaseVariables(
  services: readonly string[],
  { environment, required }: { readonly environment: Environment; readonly required: boolean },
): Variables {
  const isNeeded = required && !isSet(POOLED, environment);
  const own = (service: string) =>
    url(SCHEMES, { description: `database of ${service} (or set ${POOLED} for all services)`, secret: true });
  const ownDirect = (service: string) =>
    optional(
      url(SCHEMES, { description: `direct URL of the database of ${service}, if there is a PgBouncer`, secret: true }),
    );
  const each = (suffix: string, make: (service: string) => Variables[string]) =>
    Object.fromEntries(services.map((service) => [variableOf(service, suffix), make(service)]));
  return {
    [POOLED]: server,
    ...each(POOLED, (service) => (isNeeded ? own(service) : optional(own(service)))),
    [DIRECT]: direct,
    ...each(DIRECT, ownDirect),
  };
}

/**
 * A service's database, from the environment: from the service's own variables, or the database `lyceum_<service>` on
 * the server of DATABASE_URL (without its pooler: DIRECT_DATABASE_URL). Undefined if neither is set.
 */
export function configuredDatabase(service: string, environment: Environment): DatabaseAddress | undefined {
  const values = readConfig(databaseVariables([service], { environment, required: false }), environment);
  const own = (suffix: string) => values[variableOf(service, suffix)] as string | undefined;
  const onServer = (suffix: string) => {
    if (values[suffix] === undefined) return undefined;
    const target = new URL(String(values[suffix]));
    target.pathname = `/${databaseName(service)}`;
    return target.href;
  };
  const ownUrl = own(POOLED);
  // A service with its own URL may be on another server: do not use the common DIRECT_DATABASE_URL.
  if (ownUrl !== undefined) return { url: ownUrl, directUrl: own(DIRECT) };
  const url = onServer(POOLED);
  return url === undefined ? undefined : { url, directUrl: own(DIRECT) ?? onServer(DIRECT) };
}

/**
 * The same without the pooler, for work that needs a session of its own or is rare.
 * @returns undefined if the environment names no database for the service
 */
export function configuredDirectUrl(service: string, environment: Environment): string | undefined {
  const address = configuredDatabase(service, environment);
  return address?.directUrl ?? address?.url;
}

/** The name of the variable that {@link configuredDirectUrl} comes from. */
export function directVariableOf(service: string, environment: Environment): string {
  const own = [variableOf(service, DIRECT), variableOf(service, POOLED)];
  return [...own, DIRECT].find((name) => isSet(name, environment)) ?? POOLED;
}

/** The name of a service's database on a server that it shares with the others. */
export function databaseName(service: string): string {
  return `lyceum_${service}`;
}

function variableOf(service: string, suffix: string): string {
  return `${service.toUpperCase()}_${suffix}`;
}

function isSet(name: string, environment: Environment): boolean {
  return Boolean(environment[name] || environment[`${name}_FILE`]);
}

const POOLED = 'DATABASE_URL';
const DIRECT = 'DIRECT_DATABASE_URL';
const SCHEMES = ['postgres', 'postgresql'];

const server = optional(
  url(SCHEMES, {
    description: 'PostgreSQL server with the database lyceum_<service> of each service',
    secret: true,
  }),
);

const direct = optional(
  url(SCHEMES, {
    description: `direct URL of the same server, for migrations and locks, if ${POOLED} goes through PgBouncer`,
    secret: true,
  }),
);
