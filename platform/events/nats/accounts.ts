import { EVENT_STREAM } from '../event-stream.ts';
import { ADMIN, durableName, JETSTREAM_API, type NatsUser, OWNER_ACCOUNT } from './nats-user.ts';

/** An account as the server's configuration has it. */
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

/** A subject of the owner's account that a user may send requests to. */
interface Grant {
  readonly subject: string;
  /** The subject in the user's own account, where that is another. */
  readonly to?: string;
  /** Whether a request has several answers. */
  readonly isStreamed?: boolean;
}

/**
 * The accounts of the server's configuration: one for each user, and one that owns the stream and the buckets, of which each user's account
 * imports the subjects that are granted to it.
 *
 * Permissions within one account would not do: the server sends an answer to whatever subject a request names for it, past all permissions, so
 * that whoever may publish one event may have the server write to any subject of its account, and thus forge, purge and delete. An import's
 * answers come back to the account that asked, and nowhere else.
 */
export function natsAccounts(users: readonly NatsUser[]): Record<string, Account> {
  const accounts = users.map((user) => [accountOf(user.name), accountFor(user, users)] as const);
  return { [OWNER_ACCOUNT]: ownerAccount(users), ...Object.fromEntries(accounts) };
}

/** The variable of the server's environment that holds a user's password. */
export function passwordVariable(user: string): string {
  return `NATS_PASSWORD_${user.toUpperCase()}`;
}

function ownerAccount(users: readonly NatsUser[]): Account {
  const exports = users.flatMap((user) =>
    grantsOf(user).map(({ subject, isStreamed }) => ({
      service: subject,
      ...(isStreamed ? { response_type: 'stream' as const } : {}),
      accounts: [accountOf(user.name)],
    })),
  );
  return { jetstream: 'enabled', users: [userOf(ADMIN)], exports };
}

function accountFor(user: NatsUser, all: readonly NatsUser[]): Account {
  const services = grantsOf(user).map(({ subject, to }) => ({
    service: { account: OWNER_ACCOUNT, subject },
    ...(to === undefined ? {} : { to }),
  }));
  // What a user publishes is heard in its own account without more. The server lets no message pass from an import on to another account, so
  // that others import from the account that publishes, and not from the owner's.
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

/** The events of a service that others hear, each for those alone. */
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

/** Reading and writing, as the client's library asks for them where JetStream is another account's. */
function cellsOf(bucket: string): Grant[] {
  const values = `$KV.${bucket}.>`;
  return [{ subject: values, to: `${JETSTREAM_API}.${values}` }, api(`DIRECT.GET.KV_${bucket}.>`)];
}

function api(request: string): Grant {
  return { subject: `$JS.API.${request}`, to: `${JETSTREAM_API}.${request}` };
}

function publisherOf(type: string, users: readonly NatsUser[]): NatsUser {
  const publisher = users.find(({ publishes = [] }) => publishes.includes(serviceOf(type)));
  if (!publisher) throw new Error(`nobody publishes ${type}`);
  return publisher;
}

/** The service that an event's type names: `lyceum.<service>.v1.<Name>`. */
function serviceOf(type: string): string {
  return type.split('.')[1] ?? '';
}

function accountOf(user: string): string {
  return user.toUpperCase();
}

/** The notation of the official chart for what is no text, here a variable of the server's environment. */
function userOf(user: string): { user: string; password: string } {
  return { user, password: `<< $${passwordVariable(user)} >>` };
}
