import { createHmac } from 'node:crypto';
import { findServer } from '../../libraries/embedded-postgres/index.ts';

/** The superuser of every embedded cluster. */
export const SUPERUSER = 'lyceum';

/**
 * The URLs of the databases in a data directory's embedded PostgreSQL, with their owners' roles. They work while a
 * process of Lyceum runs it. Undefined if none ever ran there.
 */
export async function findEmbeddedPostgres(dataDir: string): Promise<((database: string) => string) | undefined> {
  const server = await findServer(dataDir);
  if (!server) return undefined;
  const superuserUrl = `postgresql://${SUPERUSER}:${server.password}@127.0.0.1:${server.port}/postgres`;
  return (database) => ownerUrl(superuserUrl, database);
}

/**
 * The URL of an embedded server's database, with its password. The role is the owner: it has the database's name and no
 * rights elsewhere.
 */
export function ownerUrl(superuserUrl: string, database: string): string {
  const url = new URL(superuserUrl);
  const password = rolePassword(database, decodeURIComponent(url.password));
  return Object.assign(url, {
    username: encodeURIComponent(database),
    password,
    pathname: encodeURIComponent(database),
  }).href;
}

/**
 * Derived from the superuser's password: only those who know it know the other passwords, and none of them is stored.
 */
export function rolePassword(role: string, superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update(`role ${role}`).digest('base64url');
}
