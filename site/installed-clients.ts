import { readdirSync } from 'node:fs';

/** Where the packages of the clients are: `npm run client:package`. */
export const clientsFolder = new URL('clients/', import.meta.url);

const names = readdirSync(clientsFolder).sort();

/** The file names of the installed packages, which contain the version. */
export const installedClients = {
  typescript: names.find((name) => name.endsWith('.tgz')) ?? '',
  python: names.find((name) => name.endsWith('.whl')) ?? '',
};
