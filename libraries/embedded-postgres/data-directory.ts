import { constants } from 'node:fs';
import { access, chmod, chown, mkdir, mkdtemp, readFile, realpath, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  type Account,
  chooseUnprivilegedAccount,
  makeSystemDirectory,
  runsAsRoot,
  systemDirectories,
} from './account.ts';
import { EmbeddedPostgresError, unusable } from './embedded-postgres-error.ts';
import { type OwnerLock, takeOwnerLock } from './owner-lock.ts';
import { readOwner, recordOwner } from './owner-record.ts';
import type { Program } from './program.ts';
import { ifAbsent, writeAtomically } from './small-files.ts';

/** A data directory that this process owns exclusively until it is released. */
export interface DataDirectory {
  /** The folder `postgresql` of the data directory: password, log and our records. */
  readonly records: string;
  /** The directory of `cluster`: the same as `records`, unless the user has no access there. */
  readonly dataPath: string;
  /** The user that PostgreSQL runs as; null for the current user. */
  readonly account: Account | null;
  release(): void;
}

/**
 * Creates the data directory if needed, claims it for this process, and returns the directory of the cluster.
 *
 * If this process is root, another user owns the cluster. If that user has no access to the data directory (below
 * /root, for example), the cluster gets its own directory elsewhere, and the file `location` in the records names it
 * from then on.
 *
 * @throws {EmbeddedPostgresError} DATA_DIR_IN_USE, DATA_DIR_UNUSABLE
 */
export async function claimDataDirectory(program: Program, dataDir: string): Promise<DataDirectory> {
  const locks: OwnerLock[] = [];
  const release = () => {
    for (const lock of locks.splice(0)) lock.release();
  };
  try {
    const whole = resolve(dataDir);
    // Trap: on a full or read-only file system, the recursive mkdir reports ENOENT; the plain one reports the real
    // error.
    await mkdir(whole, { recursive: true }).catch(() => mkdir(whole));
    const records = join(await realpath(whole), 'postgresql');
    await mkdir(records, { recursive: true });
    await access(records, constants.W_OK);
    locks.push(await takeLock(program, records, dataDir));
    await recordOwner(records, { pid: process.pid, port: (await readOwner(records))?.port ?? null });
    const { dataPath, account } = await findDataPath(program, records);
    // A copied data directory names the same cluster directory as its original, so that directory has its own lock.
    if (dataPath !== records) locks.push(await takeLock(program, dataPath, dataDir));
    return { records, dataPath, account, release };
  } catch (error) {
    release();
    throw error instanceof EmbeddedPostgresError ? error : unusable(program, dataDir, (error as Error).message, error);
  }
}

/**
 * Checks that no other process owns the data directory; creates nothing. Before anything listens: a second start with
 * the ports of the first one in its environment must not blame another program for them.
 *
 * @throws {EmbeddedPostgresError} DATA_DIR_IN_USE
 */
export async function checkDataDirectory(program: Program, dataDir: string): Promise<void> {
  const records = join(resolve(dataDir), 'postgresql');
  // Other faults of the directory are reported when it is claimed.
  const isWritable = await access(join(records, 'lock'), constants.W_OK).then(
    () => true,
    () => false,
  );
  if (isWritable) (await takeLock(program, records, dataDir)).release();
}

async function takeLock(program: Program, directory: string, dataDir: string): Promise<OwnerLock> {
  const lock = takeOwnerLock(directory);
  if (lock) return lock;
  const owner = await readOwner(directory);
  const known = owner
    ? ` (process ${owner.pid}${owner.port === null ? '' : `, PostgreSQL on port ${owner.port}`})`
    : '';
  throw new EmbeddedPostgresError(
    'DATA_DIR_IN_USE',
    `${program.name} already runs on the data directory ${dataDir}${known}. Stop it first, or ${program.otherDirectory}.`,
  );
}

async function findDataPath(program: Program, records: string): Promise<{ dataPath: string; account: Account | null }> {
  const location = join(records, 'location');
  const dataPath = (await readFile(location, 'utf8').catch(ifAbsent(''))).trim() || records;
  // If the directory was removed, the error names it.
  await stat(dataPath);
  if (!runsAsRoot()) return { dataPath, account: null };
  const cluster = await stat(join(dataPath, 'cluster')).catch(ifAbsent(null));
  if (cluster) return { dataPath, account: { uid: cluster.uid, gid: cluster.gid } };

  const account = await chooseUnprivilegedAccount(program);
  if (dataPath !== records || (await isReachable(records, account))) return { dataPath, account };
  const made = await makeDataPath(program);
  await writeAtomically(location, `${made}\n`, 0o644);
  return { dataPath: made, account };
}

async function makeDataPath(program: Program): Promise<string> {
  const parents = systemDirectories(program);
  for (const parent of parents) {
    if (!(await makeSystemDirectory(parent))) continue;
    const dataPath = await mkdtemp(join(parent, 'data-'));
    await chmod(dataPath, 0o755);
    return dataPath;
  }
  throw new EmbeddedPostgresError(
    'DATA_DIR_UNUSABLE',
    `The user that PostgreSQL runs as has access neither to the data directory nor to any of ${parents.join(', ')}. To fix this, ${program.otherDirectory}, one whose parent directories everyone can enter.`,
  );
}

/**
 * Whether the user can enter every directory of the path, and own a directory at its end (some file systems have no
 * owners).
 */
async function isReachable(directory: string, account: Account): Promise<boolean> {
  for (let step = await realpath(directory); ; step = dirname(step)) {
    const { uid, gid, mode } = await stat(step);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (step === dirname(step)) break;
  }
  const trial = await mkdtemp(join(directory, 'owner-'));
  try {
    await chown(trial, account.uid, account.gid);
    return (await stat(trial)).uid === account.uid;
  } catch {
    return false;
  } finally {
    await rmdir(trial);
  }
}
