import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { SUPERUSER } from './cluster.ts';
import { readOwner } from './owner-record.ts';

/** Where the embedded PostgreSQL of a data directory answers while a process of ours runs it; undefined where none ever did. */
export async function findEmbeddedPostgres(dataDir: string): Promise<((database: string) => string) | undefined> {
  try {
    const records = join(await realpath(dataDir), 'postgresql');
    const password = (await readFile(join(records, 'password'), 'utf8')).trim();
    const owner = await readOwner(records);
    if (!owner?.port) return undefined;
    return (database) =>
      `postgresql://${SUPERUSER}:${password}@127.0.0.1:${owner.port}/${encodeURIComponent(database)}`;
  } catch {
    return undefined;
  }
}
