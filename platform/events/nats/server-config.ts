import { natsAccounts } from './accounts.ts';
import type { NatsUser } from './nats-user.ts';

/** Settings of the server that depend on the installation: TLS, a cluster. */
export type ServerSettings = Readonly<Record<string, unknown>>;

/** The configuration of a server with the users' accounts. Passwords are in its environment (`passwordVariable`), not in the configuration. */
export function renderServerConfig(users: readonly NatsUser[], settings: ServerSettings = {}): string {
  const json = JSON.stringify({ accounts: natsAccounts(users), ...settings }, null, 2);
  // As in the official chart: a value in << >> is not a string.
  return `${json.replaceAll(/"<<\s+(.*?)\s+>>"/g, '$1')}\n`;
}
