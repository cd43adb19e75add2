import { EVENT_STREAM } from '../../platform/events/event-stream.ts';
import {
  ADMIN,
  BUCKETS_ACCOUNT,
  BUCKETS_API,
  durableName,
  ERASURES_STREAM,
  ERASURES_SUBJECT,
  JETSTREAM_API,
  type NatsUser,
  OWNER_ACCOUNT,
} from '../../platform/events/nats/nats-user.ts';

/** An account in the server's configuration. */
interface Account {
  readonly jetstream?: 'enabled' | { readonly max_mem: number; readonly max_file: number };
  readonly default_permissions?: { readonly publish: { readonly deny: readonly string[] } };
  readonly users?: readonly { readonly user: string; readonly password: string }[];
  readonly exports?: readonly Export[];
  readonly imports?: readonly Import[];
}

type Export = { readonly accounts: readonly string[] } & (
  | { readonly stream: string }
  | { readonly service: string; readonly response_type?: 'stream' }
);

interface Source {
  readonly account: string;
  readonly subject: string;
}

type Import = { readonly stream: Source } | { readonly service: Source; readonly to?: string };

/** A subject of another account to which a user can send requests. */
interface Grant {
  readonly owner: typeof OWNER_ACCOUNT | typeof BUCKETS_ACCOUNT;
  readonly subject: string;
  /** The subject in the user's own account, if it differs. */
  readonly to?: string;
  /** Whether a request has several responses. */
  readonly isStreamed?: boolean;
}

/**
 * The accounts of the server's configuration: one for each user, one that owns the stream, and one that owns the
 * buckets. Each user's account imports only the subjects granted to it.
 *
 * Trap: permissions within one account are not enough. The server sends a response to any reply subject that a request
 * names, without a check of permissions. A user who can publish one event could make the server write to any subject of
 * its account, and so forge, purge and delete. The responses to an import return only to the importing account.
 */
export function natsAccounts(users: readonly NatsUser[]): Record<string, Account> {
  const accounts = users.map((user) => [accountOf(user.name), accountFor(user, users)] as const);
  const administration = { service: `${OWN_API}.>`, accounts: [OWNER_ACCOUNT] };
  return {
    [OWNER_ACCOUNT]: {
      jetstream: 'enabled',
      users: [userOf(ADMIN)],
      exports: exportsTo(users, OWNER_ACCOUNT),
      imports: [{ service: { account: BUCKETS_ACCOUNT, subject: `${OWN_API}.>` }, to: `${BUCKETS_API}.>` }],
    },
    [BUCKETS_ACCOUNT]: {
      jetstream: { max_mem: MAX_BUCKETS_BYTES, max_file: 0 },
      exports: [administration, ...exportsTo(users, BUCKETS_ACCOUNT)],
    },
    ...Object.fromEntries(accounts),
  };
}

/**
 * The memory for all buckets, in bytes, of which three servers that store each value use a third each. A count of the
 * rate limit takes about 4 KB in a minute with 1000 requests.
 */
export const MAX_BUCKETS_BYTES = 64 * 1024 * 1024;

/** The environment variable of the server with a user's password. */
export function passwordVariable(user: string): string {
  return `NATS_PASSWORD_${user.toUpperCase()}`;
}

/** The subjects of an account that are granted to users. */
function exportsTo(users: readonly NatsUser[], account: Grant['owner']): Export[] {
  const grants = users.flatMap((user) =>
    grantsOf(user)
      .filter(({ owner }) => owner === account)
      .map((grant) => ({ ...grant, to: accountOf(user.name) })),
  );
  return [...Map.groupBy(grants, ({ subject }) => subject)].map(([service, granted]) => ({
    service,
    ...(granted.some(({ isStreamed }) => isStreamed) ? { response_type: 'stream' as const } : {}),
    accounts: granted.map(({ to }) => to),
  }));
}

function accountFor(user: NatsUser, all: readonly NatsUser[]): Account {
  const services = grantsOf(user).map(({ owner, subject, to }) => ({
    service: { account: owner, subject },
    ...(to === undefined ? {} : { to }),
  }));
  // A user's own account receives what it publishes without an import. The server does not forward imported messages to
  // another account, so others import from the account that publishes, not from the owner's.
  const streams = (user.receives ?? []).flatMap((type) => {
    const source = publisherOf(type, all);
    return source.name === user.name ? [] : [{ stream: { account: accountOf(source.name), subject: `${type}.*` } }];
  });
  const exports = (user.publishes ?? []).flatMap((service) => exportsOf(service, user, all));
  return {
    default_permissions: { publish: { deny: [`${OWN_API}.>`] } },
    users: [userOf(user.name)],
    ...(exports.length > 0 ? { exports } : {}),
    imports: [...services, ...streams],
  };
}

/** The events of a service that others subscribe to, each exported only to those. */
function exportsOf(service: string, publisher: NatsUser, all: readonly NatsUser[]): Export[] {
  const others = all.filter(({ name }) => name !== publisher.name);
  const types = new Set(others.flatMap(({ receives = [] }) => receives.filter((type) => serviceOf(type) === service)));
  return [...types].toSorted().map((type) => ({
    stream: `${type}.*`,
    accounts: others.filter(({ receives = [] }) => receives.includes(type)).map(({ name }) => accountOf(name)),
  }));
}

function grantsOf({ publishes = [], durables = [], buckets = [], readsStream = false, journal }: NatsUser): Grant[] {
  const consumers = durables.map(({ name }) => `${EVENT_STREAM}.${durableName(name)}`);
  const ofStream = readsStream ? [api(`STREAM.INFO.${EVENT_STREAM}`), api(`DIRECT.GET.${EVENT_STREAM}`)] : [];
  return [
    ...publishes.map((service) => ({ owner: OWNER_ACCOUNT, subject: `lyceum.${service}.v1.>` }) as const),
    ...consumers.flatMap((consumer) => [
      api(`CONSUMER.INFO.${consumer}`),
      { ...api(`CONSUMER.MSG.NEXT.${consumer}`), isStreamed: true },
      { owner: OWNER_ACCOUNT, subject: `$JS.ACK.${consumer}.>` } as const,
    ]),
    ...buckets.flatMap(({ name }) => cellsOf(name)),
    ...ofStream,
    ...(journal ? [api(`STREAM.INFO.${ERASURES_STREAM}`), api(`DIRECT.GET.${ERASURES_STREAM}`)] : []),
    ...(journal === 'writes' ? [{ owner: OWNER_ACCOUNT, subject: ERASURES_SUBJECT } as const] : []),
  ];
}

/**
 * The subjects for creating, reading and writing, as the client library uses them if JetStream belongs to another
 * account.
 */
function cellsOf(bucket: string): Grant[] {
  const requests = [`STREAM.CREATE.KV_${bucket}`, `DIRECT.GET.KV_${bucket}.>`].map((request) => ({
    subject: `${OWN_API}.${request}`,
    to: `${BUCKETS_API}.${request}`,
  }));
  const values = `$KV.${bucket}.>`;
  return [{ subject: values, to: `${BUCKETS_API}.${values}` }, ...requests].map((each) => ({
    owner: BUCKETS_ACCOUNT,
    ...each,
  }));
}

function api(request: string): Grant {
  return { owner: OWNER_ACCOUNT, subject: `${OWN_API}.${request}`, to: `${JETSTREAM_API}.${request}` };
}

/**
 * JetStream requests in the user's own account. Users have no streams there, and are denied it because servers before
 * 2.10.27 and 2.11.1 obey `ACCOUNT.PURGE.<account>` from anybody (CVE-2025-30215).
 */
const OWN_API = '$JS.API';

function publisherOf(type: string, users: readonly NatsUser[]): NatsUser {
  const publisher = users.find(({ publishes = [] }) => publishes.includes(serviceOf(type)));
  if (!publisher) throw new Error(`no user publishes ${type}`);
  return publisher;
}

/** The service that an event's type names: `lyceum.<service>.v1.<Name>`. */
function serviceOf(type: string): string {
  return type.split('.')[1] ?? '';
}

function accountOf(user: string): string {
  return user.toUpperCase();
}

/**
 * `<< >>` is the notation of the official chart for values that are not strings, here an environment variable of the
 * server.
 */
function userOf(user: string): { user: string; password: string } {
  return { user, password: `<< $${passwordVariable(user)} >>` };
}

/** Settings of the server that depend on the installation: TLS, a cluster. */
export type ServerSettings = Readonly<Record<string, unknown>>;

/**
 * JetStream's settings in every installation. The server acknowledges an event when it is on the disk: by default it
 * syncs every two minutes, and a power failure would lose what relays were told is stored. Servers before 2.10 have no
 * such setting, and do not start with it.
 */
export const JETSTREAM_SETTINGS = { sync_interval: 'always' } as const;

/**
 * The configuration of a server with the users' accounts. Passwords are in its environment (`passwordVariable`), not in
 * the configuration.
 */
export function renderServerConfig(users: readonly NatsUser[], settings: ServerSettings = {}): string {
  const config = { jetstream: JETSTREAM_SETTINGS, accounts: natsAccounts(users), ...settings };
  // As in the official chart: a value in << >> is not a string.
  return `${JSON.stringify(config, null, 2).replaceAll(/"<<\s+(.*?)\s+>>"/g, '$1')}\n`;
}
