import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ifAbsent, writeAtomically } from '../libraries/embedded-postgres/index.ts';
import type { NatsUser } from '../platform/events/nats/nats-user.ts';
import { type NatsPasswords, newPasswords } from './nats-server/passwords.ts';

/**
 * The passwords of a development system's NATS: created at the first start or for a new user, and stored in a file
 * readable only by its owner.
 */
export async function developmentNatsPasswords(file: string, users: readonly NatsUser[]): Promise<NatsPasswords> {
  await mkdir(dirname(file), { recursive: true });
  const known = JSON.parse(await readFile(file, 'utf8').catch(ifAbsent('{}')));
  const passwords = newPasswords(users, known);
  await writeAtomically(file, JSON.stringify(passwords), 0o600);
  return passwords;
}
