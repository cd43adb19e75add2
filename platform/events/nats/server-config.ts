import { natsAccounts } from './accounts.ts';
import type { NatsUser } from './nats-user.ts';

/** What only an installation knows of its server, as the server's configuration has it: TLS, a cluster. */
export type ServerSettings = Readonly<Record<string, unknown>>;

/** The configuration of a server with the users' accounts. Passwords are in the environment (`passwordVariable`), and not in it. */
export function renderServerConfig(users: readonly NatsUser[], settings: ServerSettings = {}): string {
  const json = JSON.stringify({ accounts: natsAccounts(users), ...settings }, null, 2);
  // As the official chart does: what stands in << >> is no text.
  return `${json.replaceAll(/"<<\s+(.*?)\s+>>"/g, '$1')}\n`;
}
