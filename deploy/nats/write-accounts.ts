import { writeFile } from 'node:fs/promises';
import { natsAccountsFile, natsServerFile } from './account-files.ts';

/** `npm run deploy:nats`: regenerates deploy/nats/accounts.yaml and nats-server.conf. */
await writeFile(new URL('./accounts.yaml', import.meta.url), natsAccountsFile());
await writeFile(new URL('./nats-server.conf', import.meta.url), natsServerFile());
