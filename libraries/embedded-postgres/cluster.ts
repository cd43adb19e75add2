import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { DataDirectory } from './data-directory.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { Program } from './program.ts';
import { lastLines, run } from './run.ts';
import { ifAbsent, writeAtomically } from './small-files.ts';

export interface Cluster {
  /** PostgreSQL's data directory. */
  readonly path: string;
  /** The superuser's password. */
  readonly password: string;
  /** Whether it was just created. */
  readonly fresh: boolean;
}

/**
 * Opens the cluster of the data directory, and creates it if there is none: UTF-8, sorted by code point, and the same
 * on every machine (no system locale is used; queries can name ICU collations to sort for display), passwords by SCRAM
 * only.
 *
 * @param durable whether a new cluster is flushed to disk before it is used
 * @throws {EmbeddedPostgresError} DATA_DIR_UNUSABLE, SERVER_NOT_STARTED
 */
export async function openCluster(
  program: Program,
  directory: DataDirectory,
  binaries: Binaries,
  durable: boolean,
): Promise<Cluster> {
  await removeRemains(directory.dataPath);
  const path = join(directory.dataPath, 'cluster');
  const passwordFile = join(directory.records, 'password');
  const exists = await stat(path).then(() => true, ifAbsent(false));
  const known = (await readFile(passwordFile, 'utf8').catch(ifAbsent(''))).trim();
  if (exists && !known) {
    throw new EmbeddedPostgresError(
      'DATA_DIR_UNUSABLE',
      `The database in ${path} exists, but its password does not: ${passwordFile} is missing or empty. Restore the file, or move the database away to start with an empty one.`,
    );
  }
  const password = known || randomBytes(32).toString('base64url');
  if (!known) await writeAtomically(passwordFile, password, 0o600);
  if (!exists) await createCluster(program, path, password, directory, binaries, durable);
  return { path, password, fresh: !exists };
}

/** Created beside its final path and then renamed, so that an interrupted start leaves no partial cluster. */
async function createCluster(
  program: Program,
  path: string,
  password: string,
  directory: DataDirectory,
  binaries: Binaries,
  durable: boolean,
): Promise<void> {
  // A new name each time: the initdb of a killed start may still be writing to the last one.
  const unfinished = await mkdtemp(join(directory.dataPath, UNFINISHED));
  // initdb reads the password as its user, who can read none of our other files.
  const passwordCopy = `${unfinished}.password`;
  try {
    await writeFile(passwordCopy, `${password}\n`, { mode: 0o600, flag: 'wx' });
    if (directory.account) {
      await chown(unfinished, directory.account.uid, directory.account.gid);
      await chown(passwordCopy, directory.account.uid, directory.account.gid);
    }
    const args = [
      '-D',
      unfinished,
      `--username=${program.folder}`,
      `--pwfile=${passwordCopy}`,
      ...INITDB_ARGS,
      ...(durable ? [] : ['--no-sync']),
    ];
    const { ok, output } = await run(binaries.initdb, args, directory.account);
    if (!ok) {
      throw new EmbeddedPostgresError(
        'SERVER_NOT_STARTED',
        `PostgreSQL could not create a database in ${directory.dataPath}. Output of initdb:\n${lastLines(output)}`,
      );
    }
    await rename(unfinished, path);
  } finally {
    await rm(passwordCopy, { force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
}

const UNFINISHED = 'cluster.new-';

/** Removes leftovers of interrupted starts; ignores errors. */
async function removeRemains(dataPath: string): Promise<void> {
  const remains = (await readdir(dataPath)).filter((name) => name.startsWith(UNFINISHED));
  for (const name of remains) await rm(join(dataPath, name), { recursive: true, force: true }).catch(() => undefined);
}

const INITDB_ARGS = [
  '--auth-local=reject',
  '--auth-host=scram-sha-256',
  // Many rounds slow down guessing; a random password cannot be guessed, and each connection would pay for them.
  '--set=scram_iterations=1',
  '--data-checksums',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
];
