import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildPackages } from './packages.ts';

/** `npm run client:package`: builds the packages that the gateway serves. */
const folder = fileURLToPath(new URL('../../site/clients/', import.meta.url));
await rm(folder, { recursive: true, force: true });
await mkdir(folder);
await buildPackages(folder);
