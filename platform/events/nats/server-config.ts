import { natsAccounts } from './accounts.ts';
import type { NatsUser } from './nats-user.ts';

/** Settings of the server that depend on the installation: TLS, a cluster. */
export type ServerSettings = Readonly<Record<string, unknown>>;

/**
 * JetStream's settings in every installation. The server acknowledges an event when it is on the disk: by default it syncs every two minutes, and
 * a power failure would lose what relays were told is stored. Servers before 2.10 have no such setting, and do not start with it.
 */
export const JETSTREAM_SETTINGS = { sync_interval: 'always' } as const;

/** The configuration of a server with the users' accounts. Passwords are in its environment (`passwordVariable`), not in the configuration. */
export function renderServerConfig(users: readonly NatsUser[], settings: ServerSettings = {}): string {
  const config = { jetstream: JETSTREAM_SETTINGS, accounts: natsAccounts(users), ...settings };
  // As in the official chart: a value in << >> is not a string.
  return `${JSON.stringify(config, null, 2).replaceAll(/"<<\s+(.*?)\s+>>"/g, '$1')}\n`;
}
