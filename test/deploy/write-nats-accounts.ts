import { writeFile } from 'node:fs/promises';
import { natsAccountsFile, natsServerFile } from './support/nats-accounts.ts';

/** `npm run deploy:nats`: regenerates deploy/nats/accounts.yaml and nats-server.conf. */
await writeFile(new URL('../../deploy/nats/accounts.yaml', import.meta.url), natsAccountsFile());
await writeFile(new URL('../../deploy/nats/nats-server.conf', import.meta.url), natsServerFile());
