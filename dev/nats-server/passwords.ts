import { randomBytes } from 'node:crypto';
import { passwordVariable } from '../../platform/events/nats/accounts.ts';
import { ADMIN, type NatsUser } from '../../platform/events/nats/nats-user.ts';

/** The passwords of a server's users and its administrator, by their names. */
export type NatsPasswords = Readonly<Record<string, string>>;

/** A password for each user and the administrator: those that are known, and new ones. */
export function newPasswords(users: readonly NatsUser[], known: NatsPasswords = {}): NatsPasswords {
  const names = [ADMIN, ...users.map(({ name }) => name)];
  return Object.fromEntries(names.map((name) => [name, known[name] ?? newPassword()]));
}

/** The environment of a server, in which its configuration finds the passwords. */
export function environmentOf(passwords: NatsPasswords): Record<string, string> {
  return Object.fromEntries(Object.entries(passwords).map(([user, password]) => [passwordVariable(user), password]));
}

/** Begins with a letter: the server would take one that begins with a digit for a number, and not start. */
function newPassword(): string {
  return `p${randomBytes(24).toString('hex')}`;
}
