import { chmod, lstat, mkdir, readFile } from 'node:fs/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { Program } from './program.ts';

/** The user that PostgreSQL runs as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export function runsAsRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The user for PostgreSQL if this process is root: PostgreSQL refuses to run as root. It must be an existing user,
 * because initdb looks up its user by uid, and this program should not create users.
 *
 * @throws {EmbeddedPostgresError} SERVER_NOT_STARTED if the machine has no user but root
 */
export async function chooseUnprivilegedAccount(program: Program): Promise<Account> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'));
  const accounts = lines
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid || Number.NaN) }))
    .filter(({ uid, gid }) => uid > 0 && Number.isInteger(gid));
  const preferred = PREFERRED.flatMap((each) => accounts.filter(({ name }) => name === each));
  const [chosen] = [...preferred, ...accounts];
  if (chosen) return { uid: chosen.uid, gid: chosen.gid };
  throw new EmbeddedPostgresError(
    'SERVER_NOT_STARTED',
    `PostgreSQL does not run as root, and /etc/passwd has no other account to run it as. Start ${program.name} as an ordinary user, or ${program.otherServer}.`,
  );
}

const PREFERRED = ['postgres', '_postgres', 'nobody', 'daemon'];

/** Directories where root stores files that other users must access, best first. */
export function systemDirectories({ folder }: Program): string[] {
  return [`/var/lib/${folder}`, `/opt/${folder}`, `/var/tmp/${folder}`];
}

/**
 * Creates the directory if needed. Returns whether it can be trusted: owned by us, and not writable by other users.
 * Some of the directories are in places where anyone can create files before us.
 */
export async function makeSystemDirectory(directory: string): Promise<boolean> {
  try {
    if (await mkdir(directory, { recursive: true })) await chmod(directory, 0o755);
    const stat = await lstat(directory);
    return stat.isDirectory() && stat.uid === (process.getuid?.() ?? stat.uid) && (stat.mode & 0o022) === 0;
  } catch {
    return false;
  }
}
