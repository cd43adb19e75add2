import { stringify } from 'yaml';
import { ADMIN } from '../../platform/events/nats/nats-user.ts';
import { natsUsers } from '../installation/nats-users.ts';
import { natsAccounts, passwordVariable, renderServerConfig } from './accounts.ts';

const HEAD =
  '# The accounts of NATS, for the official chart. Made by `npm run deploy:nats` from the declarations in the code.\n';

/** The Secret in the servers' namespace with a password for each user, by name. */
export const PASSWORDS = 'nats-auth';

/** The text of deploy/nats/accounts.yaml. */
export function natsAccountsFile(): string {
  const passwords = [ADMIN, ...natsUsers.map(({ name }) => name)].map((user) => [
    passwordVariable(user),
    { valueFrom: { secretKeyRef: { name: PASSWORDS, key: user } } },
  ]);
  const values = {
    config: { merge: { accounts: natsAccounts(natsUsers) } },
    container: { env: Object.fromEntries(passwords) },
  };
  return HEAD + stringify(values, { lineWidth: 0 });
}

/** The text of deploy/nats/nats-server.conf, for a server on one machine. */
export function natsServerFile(): string {
  return (
    '# The configuration of NATS, for a server without the chart, except where it stores. Made by `npm run deploy:nats` from the declarations in the code.\n' +
    renderServerConfig(natsUsers)
  );
}
