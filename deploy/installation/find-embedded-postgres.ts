import { createHmac } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';

/** The superuser of every embedded cluster. */
export const SUPERUSER = 'lyceum';

/** The process that runs on a data directory, or ran last: only the lock tells which. Used in messages, and to keep the port between starts. */
export interface Owner {
  readonly pid: number;
  /** PostgreSQL's port on the loopback interface; null until one was chosen. */
  readonly port: number | null;
  /** The ports on which Lyceum itself listens; none until it has started. */
  readonly listensOn: readonly number[];
}

/**
 * The URLs of the databases in a data directory's embedded PostgreSQL, with their owners' roles. They work while a process of Lyceum runs it.
 * Undefined if none ever ran there.
 */
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

/** The owner record, or null if there is none or it is unreadable. */
export async function readOwner(records: string): Promise<Owner | null> {
  try {
    const record = JSON.parse(await readFile(join(records, OWNER_RECORD), 'utf8')) as Partial<Owner>;
    const { pid, port, listensOn = [] } = record;
    return Number.isInteger(pid)
      ? { pid: Number(pid), port: Number.isInteger(port) ? Number(port) : null, listensOn }
      : null;
  } catch {
    return null;
  }
}

export const OWNER_RECORD = 'owner.json';

/** The URL of an embedded server's database, with its password. The role is the owner: it has the database's name and no rights elsewhere. */
export function ownerUrl(superuserUrl: string, database: string): string {
  const url = new URL(superuserUrl);
  const password = rolePassword(database, decodeURIComponent(url.password));
  return Object.assign(url, {
    username: encodeURIComponent(database),
    password,
    pathname: encodeURIComponent(database),
  }).href;
}

/** Derived from the superuser's password: only those who know it know the other passwords, and none of them is stored. */
export function rolePassword(role: string, superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update(`role ${role}`).digest('base64url');
}
