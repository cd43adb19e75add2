import { readFile } from 'node:fs/promises';
import { EmbeddedPostgresError, OWN_SERVER_HINT } from './embedded-postgres-error.ts';

/** The user that PostgreSQL runs as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The user for PostgreSQL if this process is root: PostgreSQL refuses to run as root. It must be an existing user, because initdb looks up its
 * user by uid, and this program should not create users.
 *
 * @throws {EmbeddedPostgresError} SERVER_NOT_STARTED if the machine has no user but root
 */
export async function chooseUnprivilegedAccount(): Promise<Account> {
  const accounts = parsePasswd(await readFile('/etc/passwd', 'utf8').catch(() => ''));
  const chosen = PREFERRED.map((name) => accounts.get(name)).find((account) => account !== undefined);
  const account = chosen ?? accounts.values().next().value;
  if (account) return account;
  throw new EmbeddedPostgresError(
    'SERVER_NOT_STARTED',
    `PostgreSQL does not run as root, and /etc/passwd has no other account to run it as. Start Lyceum as an ordinary user, or ${OWN_SERVER_HINT}.`,
  );
}

const PREFERRED = ['postgres', '_postgres', 'nobody', 'daemon'];

/** The users by name, without those that have the uid of root. */
function parsePasswd(text: string): Map<string, Account> {
  const accounts = new Map<string, Account>();
  for (const line of text.split('\n')) {
    const [name, , uid, gid] = line.split(':');
    const account = { uid: Number(uid || Number.NaN), gid: Number(gid || Number.NaN) };
    if (name && Number.isInteger(account.uid) && Number.isInteger(account.gid) && account.uid !== 0) {
      accounts.set(name, account);
    }
  }
  return accounts;
}
