import { EVENT_STREAM } from '../event-stream.ts';
import { ADMIN, durableName, JETSTREAM_API, type NatsUser, OWNER_ACCOUNT } from './nats-user.ts';

/** An account in the server's configuration. */
interface Account {
  readonly jetstream?: 'enabled';
  readonly users: readonly { readonly user: string; readonly password: string }[];
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

/** A subject of the owner's account to which a user can send requests. */
interface Grant {
  readonly subject: string;
  /** The subject in the user's own account, if it differs. */
  readonly to?: string;
  /** Whether a request has several responses. */
  readonly isStreamed?: boolean;
}

/**
 * The accounts of the server's configuration: one for each user, and one that owns the stream and the buckets. Each user's account imports only
 * the subjects granted to it.
 *
 * Trap: permissions within one account are not enough. The server sends a response to any reply subject that a request names, without a check of
 * permissions. A user who can publish one event could make the server write to any subject of its account, and so forge, purge and delete. The
 * responses to an import return only to the importing account.
 */
export function natsAccounts(users: readonly NatsUser[]): Record<string, Account> {
  const accounts = users.map((user) => [accountOf(user.name), accountFor(user, users)] as const);
  return { [OWNER_ACCOUNT]: ownerAccount(users), ...Object.fromEntries(accounts) };
}

/** The environment variable of the server with a user's password. */
export function passwordVariable(user: string): string {
  return `NATS_PASSWORD_${user.toUpperCase()}`;
}

function ownerAccount(users: readonly NatsUser[]): Account {
  const grants = users.flatMap((user) => grantsOf(user).map((grant) => ({ ...grant, account: accountOf(user.name) })));
  const exports = [...Map.groupBy(grants, ({ subject }) => subject)].map(([service, granted]) => ({
    service,
    ...(granted.some(({ isStreamed }) => isStreamed) ? { response_type: 'stream' as const } : {}),
    accounts: granted.map(({ account }) => account),
  }));
  return { jetstream: 'enabled', users: [userOf(ADMIN)], exports };
}

function accountFor(user: NatsUser, all: readonly NatsUser[]): Account {
  const services = grantsOf(user).map(({ subject, to }) => ({
    service: { account: OWNER_ACCOUNT, subject },
    ...(to === undefined ? {} : { to }),
  }));
  // A user's own account receives what it publishes without an import. The server does not forward imported messages to another account, so
  // others import from the account that publishes, not from the owner's.
  const streams = (user.receives ?? []).flatMap((type) => {
    const source = publisherOf(type, all);
    return source.name === user.name ? [] : [{ stream: { account: accountOf(source.name), subject: `${type}.*` } }];
  });
  const exports = (user.publishes ?? []).flatMap((service) => exportsOf(service, user, all));
  return {
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

function grantsOf({ publishes = [], durables = [], buckets = [], readsStream = false }: NatsUser): Grant[] {
  const consumers = durables.map(({ name }) => `${EVENT_STREAM}.${durableName(name)}`);
  const ofStream = readsStream ? [api(`STREAM.INFO.${EVENT_STREAM}`), api(`DIRECT.GET.${EVENT_STREAM}`)] : [];
  return [
    ...publishes.map((service) => ({ subject: `lyceum.${service}.v1.>` })),
    ...consumers.flatMap((consumer) => [
      api(`CONSUMER.INFO.${consumer}`),
      { ...api(`CONSUMER.MSG.NEXT.${consumer}`), isStreamed: true },
      { subject: `$JS.ACK.${consumer}.>` },
    ]),
    ...buckets.flatMap(({ name }) => cellsOf(name)),
    ...ofStream,
  ];
}

/** The subjects for reading and writing, as the client library uses them if JetStream belongs to another account. */
function cellsOf(bucket: string): Grant[] {
  const values = `$KV.${bucket}.>`;
  return [{ subject: values, to: `${JETSTREAM_API}.${values}` }, api(`DIRECT.GET.KV_${bucket}.>`)];
}

function api(request: string): Grant {
  return { subject: `$JS.API.${request}`, to: `${JETSTREAM_API}.${request}` };
}

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

/** `<< >>` is the notation of the official chart for values that are not strings, here an environment variable of the server. */
function userOf(user: string): { user: string; password: string } {
  return { user, password: `<< $${passwordVariable(user)} >>` };
}
