import { FIRST_SERVER, nameAt } from '../../../platform/data/placements.ts';
import { peerVariable } from '../../../platform/process/peers.ts';
import { TEST_CURSOR_KEYS } from '../calls/test-cursor-keys.ts';
import { TEST_IDENTITY_KEYS, TEST_IDENTITY_PUBLIC_KEYS } from '../calls/test-identities.ts';
import { TEST_SECRET_KEYS } from '../calls/test-secret-keys.ts';
import { Program } from './program.ts';

const READY = /"port":(\d+),.*"msg":"ready"/;

/** The services of the platform. Services that others call come first. */
export const SERVICES = [
  'locations',
  'webhooks',
  'activity',
  'directory',
  'identity',
  'scheduling',
  'curricula',
  'timetracking',
] as const;

/** Each at a free port. */
const METRICS = { METRICS_HOST: '127.0.0.1', METRICS_PORT: '0' };

/** Database and address of a service that runs in its own process. */
export interface ServiceAddress {
  readonly service: string;
  /** The server of the database, if it is not the first one. */
  readonly server?: string;
  readonly databaseUrl: string;
  /** The same without the connection pooler, if there is one. */
  readonly directDatabaseUrl?: string;
}

/** What a process runs, if that is not simply what is under test. */
export interface Release {
  /** The folder of its source, which ends with a slash. */
  readonly root?: string | undefined;
  /** The only variables that it gets; all by default. */
  readonly variables?: ReadonlySet<string> | undefined;
}

/** Migrates a service's database, as a deployment does before it starts the service. */
export function spawnMigration(address: ServiceAddress): Program {
  return Program.node(`services/${address.service}/main.ts`, ['migrate'], { env: databaseOf(address) });
}

function databaseOf({ server = FIRST_SERVER, databaseUrl, directDatabaseUrl }: ServiceAddress): Record<string, string> {
  const direct = directDatabaseUrl === undefined ? {} : { DIRECT_DATABASE_URL: directDatabaseUrl };
  return { DATABASE_URL: databaseUrl, ...direct, ...(server !== FIRST_SERVER && { DATABASE_SERVER: server }) };
}

/** The ports of services, by name; those on another server with its name, too: `timetracking@b`. */
export type Ports = ReadonlyMap<string, number>;

/** A service in its own process, at its former port or a free one; it calls the others at their ports. */
export function spawnService(
  address: ServiceAddress,
  ports: Ports,
  more: Readonly<Record<string, string>> = {},
  release: Release = {},
): Program {
  const { service, server = FIRST_SERVER } = address;
  const port = ports.get(nameAt(service, server)) ?? 0;
  const listening = { GRPC_HOST: '127.0.0.1', GRPC_PORT: String(port), CONNECT_PORT: '0' };
  const identity =
    service === 'identity'
      ? { IDENTITY_KEYS: TEST_IDENTITY_KEYS }
      : { IDENTITY_PUBLIC_KEYS: TEST_IDENTITY_PUBLIC_KEYS };
  const secrets = { IDENTITY_SECRET_KEYS: TEST_SECRET_KEYS, WEBHOOKS_SECRET_KEYS: TEST_SECRET_KEYS };
  const links = service === 'identity' ? { CONSOLE_URL: 'http://localhost/console' } : {};
  const env = {
    ...METRICS,
    // Directory calls them only to erase somebody.
    ...{ ACTIVITY_URL: '127.0.0.1:1', IDENTITY_URL: '127.0.0.1:1', TIMETRACKING_URL: '127.0.0.1:1' },
    ...databaseOf(address),
    ...listening,
    ...identity,
    ...secrets,
    ...links,
    ...addressesOf(ports),
    ...more,
  };
  return start(`services/${service}/main.ts`, env, release);
}

/** The gateway in its own process, in front of services at the given ports. */
export function spawnGateway(ports: Ports, env: Readonly<Record<string, string>> = {}, release: Release = {}): Program {
  const own = { ...METRICS, HOST: '127.0.0.1', PORT: '0', CURSOR_KEYS: TEST_CURSOR_KEYS };
  const all = { ...own, ...WITHOUT_LIMITS, ...addressesOf(ports), ...env };
  return start('gateway/main.ts', all, release);
}

/** The console in its own process at a port, in front of services at the given ports. */
export function spawnConsole(ports: Ports, port: number, env: Readonly<Record<string, string>> = {}): Program {
  const url = `http://127.0.0.1:${port}`;
  const own = {
    CONSOLE_HOST: '127.0.0.1',
    CONSOLE_PORT: String(port),
    CONSOLE_URL: `${url}/console`,
    // Tests are many visitors, each with an address of its own.
    CONSOLE_TRUSTED_PROXIES: '127.0.0.1',
    CONSOLE_LANGUAGES: 'en,de,en-XA',
  };
  return Program.node('console/main.ts', [], { env: { ...METRICS, ...own, ...addressesOf(ports), ...env } });
}

/** A test may flood a gateway, and the machine may be slow: neither must count as overload. */
export const WITHOUT_LIMITS = {
  MAX_REQUESTS_IN_FLIGHT: '100000',
  MAX_EVENT_LOOP_DELAY_MS: '0',
  MAX_WRITTEN_MB_PER_DAY: '0',
};

/** Waits until a process prints that it is ready; returns its port. */
export async function portOf(program: Program): Promise<number> {
  return Number((await program.waitForOutput(READY))[1]);
}

function start(main: string, env: Readonly<Record<string, string>>, { root, variables }: Release): Program {
  const given = Object.entries(env).filter(([name]) => variables?.has(name) ?? true);
  return Program.node(main, [], { env: Object.fromEntries(given), root });
}

/** The variables with the services' addresses; those of other servers follow that on the first one. */
export function addressesOf(ports: Ports): Record<string, string> {
  const byService = Map.groupBy([...ports].toSorted(), ([name]) => name.split('@')[0] ?? '');
  return Object.fromEntries(
    [...byService].map(([service, places]) => [peerVariable(service), places.map(addressOf).join(' ')]),
  );
}

function addressOf([name, port]: readonly [string, number]): string {
  const [, server] = name.split('@');
  return server === undefined ? `127.0.0.1:${port}` : `${server}=127.0.0.1:${port}`;
}
