import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { SUPERUSER } from './cluster.ts';
import { ownerUrl } from './database-owners.ts';
import { readOwner } from './owner-record.ts';

/** Where the databases of a data directory's embedded PostgreSQL answer, as their owners, while a process of ours runs it; undefined where none ever did. */
export async function findEmbeddedPostgres(dataDir: string): Promise<((database: string) => string) | undefined> {
  try {
    const records = join(await realpath(dataDir), 'postgresql');
    const password = (await readFile(join(records, 'password'), 'utf8')).trim();
    const owner = await readOwner(records);
    if (!owner?.port) return undefined;
    const superuserUrl = `postgresql://${SUPERUSER}:${password}@127.0.0.1:${owner.port}/postgres`;
    return (database) => ownerUrl(superuserUrl, database);
  } catch {
    return undefined;
  }
}
