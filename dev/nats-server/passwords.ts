import { randomBytes } from 'node:crypto';
import { passwordVariable } from '../../deploy/nats/accounts.ts';
import { ADMIN, type NatsUser } from '../../platform/events/nats/nats-user.ts';

/** The passwords of a server's users and its administrator, by name. */
export type NatsPasswords = Readonly<Record<string, string>>;

/** A password for each user and the administrator: known ones are kept, missing ones created. */
export function newPasswords(users: readonly NatsUser[], known: NatsPasswords = {}): NatsPasswords {
  const names = [ADMIN, ...users.map(({ name }) => name)];
  return Object.fromEntries(names.map((name) => [name, known[name] ?? newPassword()]));
}

/** The environment of a server: its configuration reads the passwords from there. */
export function environmentOf(passwords: NatsPasswords): Record<string, string> {
  return Object.fromEntries(Object.entries(passwords).map(([user, password]) => [passwordVariable(user), password]));
}

/** Starts with a letter: the server would parse a password that starts with a digit as a number, and fail to start. */
function newPassword(): string {
  return `p${randomBytes(24).toString('hex')}`;
}
