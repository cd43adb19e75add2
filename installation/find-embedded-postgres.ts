import { createHmac } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';

/** The superuser of every cluster of ours. */
export const SUPERUSER = 'lyceum';

/** Who runs on a data directory, or ran last. Only the lock says which of the two: this is for messages, and to keep the port between starts. */
export interface Owner {
  readonly pid: number;
  /** PostgreSQL's port on the loopback; null before the first one was chosen. */
  readonly port: number | null;
}

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

/** The record, or null where there is none that can be read. */
export async function readOwner(records: string): Promise<Owner | null> {
  try {
    const { pid, port } = JSON.parse(await readFile(join(records, OWNER_RECORD), 'utf8')) as Partial<Owner>;
    return Number.isInteger(pid) ? { pid: Number(pid), port: Number.isInteger(port) ? Number(port) : null } : null;
  } catch {
    return null;
  }
}

export const OWNER_RECORD = 'owner.json';

/** How a database of an embedded server is reached as its owner, a role of the same name that may do nothing elsewhere; holds the password. */
export function ownerUrl(superuserUrl: string, database: string): string {
  const url = new URL(superuserUrl);
  const password = rolePassword(database, decodeURIComponent(url.password));
  return Object.assign(url, {
    username: encodeURIComponent(database),
    password,
    pathname: encodeURIComponent(database),
  }).href;
}

/** Derived, so that whoever knows the superuser's password, and nobody else, knows the others. */
export function rolePassword(role: string, superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update(`role ${role}`).digest('base64url');
}
