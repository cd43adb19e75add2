import { writeFile } from 'node:fs/promises';
import { natsAccountsFile } from './support/nats-accounts.ts';

/** `npm run deploy:nats`: writes deploy/nats/accounts.yaml anew. */
await writeFile(new URL('../../deploy/nats/accounts.yaml', import.meta.url), natsAccountsFile());
