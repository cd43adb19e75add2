import { type Environment, readConfig, type Variable, type Variables } from '../../platform/core/config/config.ts';
import { optional, url } from '../../platform/core/config/variables.ts';
import { SERVER_NAME } from '../../platform/data/placements.ts';

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
    ...placedVariables,
  };
}

/** The other servers on which rows of institutions may be, by name. */
export function configuredServers(environment: Environment): string[] {
  return [...placedUrls(PLACED, environment).keys()];
}

/**
 * A service's database, from the environment: from the service's own variables, or the database `lyceum_<service>` on
 * the server of DATABASE_URL (without its pooler: DIRECT_DATABASE_URL). That of another server, `timetracking@b`, from
 * PLACED_DATABASE_URLS. Undefined if neither is set.
 */
export function configuredDatabase(database: string, environment: Environment): DatabaseAddress | undefined {
  const [service = '', server] = database.split('@');
  if (server !== undefined) return onOtherServer(service, server, environment);
  const values = readConfig(databaseVariables([service], { environment, required: false }), environment);
  const own = (suffix: string) => values[variableOf(service, suffix)] as string | undefined;
  const onServer = (suffix: string) => {
    if (values[suffix] === undefined) return undefined;
    return withDatabase(String(values[suffix]), service);
  };
  const ownUrl = own(POOLED);
  // A service with its own URL may be on another server: do not use the common DIRECT_DATABASE_URL.
  if (ownUrl !== undefined) return { url: ownUrl, directUrl: own(DIRECT) };
  const url = onServer(POOLED);
  return url === undefined ? undefined : { url, directUrl: own(DIRECT) ?? onServer(DIRECT) };
}

function onOtherServer(service: string, server: string, environment: Environment): DatabaseAddress | undefined {
  const url = placedUrls(PLACED, environment).get(server);
  const directUrl = placedUrls(PLACED_DIRECT, environment).get(server);
  return url === undefined
    ? undefined
    : { url: withDatabase(url, service), directUrl: directUrl && withDatabase(directUrl, service) };
}

function placedUrls(variable: keyof typeof placedVariables, environment: Environment): ReadonlyMap<string, string> {
  return readConfig(placedVariables, environment)[variable];
}

function withDatabase(server: string, service: string): string {
  const target = new URL(server);
  target.pathname = `/${databaseName(service)}`;
  return target.href;
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
const PLACED = 'PLACED_DATABASE_URLS';
const PLACED_DIRECT = 'PLACED_DIRECT_DATABASE_URLS';
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

/** The URLs of servers by name: `b=postgres://… c=postgres://…`. */
function byServer(description: string): Variable<ReadonlyMap<string, string>> {
  return {
    description,
    secret: true,
    fallback: '',
    allowed: 'NAME=URL, several with spaces',
    parse(text) {
      const named = text.split(/\s+/).flatMap((part) => (part === '' ? [] : [NAMED.exec(part)]));
      if (named.includes(null))
        throw new Error('must be NAME=URL, several with spaces: names of small letters, digits and hyphens');
      const urls = named.map(
        (found) => [found?.[1] ?? '', url(SCHEMES, { description }).parse(found?.[2] ?? '')] as const,
      );
      if (new Set(urls.map(([name]) => name)).size < urls.length) throw new Error('must name each server once');
      return new Map(urls);
    },
  };
}

const NAMED = new RegExp(`^(${SERVER_NAME})=(.*)$`);

const placedVariables = {
  [PLACED]: byServer('other PostgreSQL servers with the databases lyceum_<service> of placeable services, by name'),
  [PLACED_DIRECT]: byServer(`direct URLs of the same servers, if ${PLACED} goes through PgBouncer`),
};
