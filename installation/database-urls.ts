import { type Environment, readConfig, type Variables } from '../platform/core/config/config.ts';
import { optional, url } from '../platform/core/config/variables.ts';

/** Where a service's database is. */
export interface DatabaseAddress {
  readonly url: string;
  /** The same past a connection pooler; undefined where `url` goes past it already. */
  readonly directUrl: string | undefined;
}

/** The variable that names one service's database: `DIRECTORY_DATABASE_URL`. */
export function databaseVariable(service: string): string {
  return variableOf(service, POOLED);
}

/**
 * The variables that name the services' databases: one for all, and one for each, and the same past PgBouncer. Where the first are required and the one
 * for all is not set, every other is.
 */
export function databaseVariables(
  services: readonly string[],
  { environment, required }: { readonly environment: Environment; readonly required: boolean },
): Variables {
  const isNeeded = required && !isSet(POOLED, environment);
  const own = (service: string) =>
    url(SCHEMES, { description: `the database of ${service} (or set ${POOLED} for all of them)`, secret: true });
  const ownDirect = (service: string) =>
    optional(url(SCHEMES, { description: `the database of ${service} past PgBouncer`, secret: true }));
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
 * Where a service's database is when the environment says so: its own variables, or the database `lyceum_<service>` on the server that
 * DATABASE_URL names, and DIRECT_DATABASE_URL past its pooler; undefined when neither is set.
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
  // The server that is the others' need not be that of a service with an address of its own.
  if (ownUrl !== undefined) return { url: ownUrl, directUrl: own(DIRECT) };
  const url = onServer(POOLED);
  return url === undefined ? undefined : { url, directUrl: own(DIRECT) ?? onServer(DIRECT) };
}

/**
 * The same for work that needs a session of its own, or comes seldom: past a pooler.
 * @returns undefined where the environment names no database of the service
 */
export function configuredDirectUrl(service: string, environment: Environment): string | undefined {
  const address = configuredDatabase(service, environment);
  return address?.directUrl ?? address?.url;
}

/** Which variable {@link configuredDirectUrl} comes from. */
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
    description:
      'a PostgreSQL server to use instead of the embedded one; each service has its database lyceum_<service> there',
    secret: true,
  }),
);

const direct = optional(
  url(SCHEMES, {
    description: `the same server past PgBouncer, where ${POOLED} goes through it: for migrations and locks`,
    secret: true,
  }),
);
