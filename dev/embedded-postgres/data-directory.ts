import { constants } from 'node:fs';
import { access, chmod, chown, mkdir, mkdtemp, readFile, realpath, rmdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readOwner } from '../../installation/find-embedded-postgres.ts';
import { type Account, chooseUnprivilegedAccount, runsAsRoot } from './account.ts';
import { EmbeddedPostgresError, unusable } from './embedded-postgres-error.ts';
import { ifAbsent } from './if-absent.ts';
import { type OwnerLock, takeOwnerLock } from './owner-lock.ts';
import { recordOwner } from './owner-record.ts';
import { makeSystemDirectory, SYSTEM_DIRECTORIES } from './system-directory.ts';
import { writeAtomically } from './write-atomically.ts';

/** A data directory that is ours alone until it is released. */
export interface DataDirectory {
  /** `DATA_DIR/postgresql`: password, log, and what we note down. */
  readonly records: string;
  /** Where `cluster` is: the records, unless the account cannot get there. */
  readonly dataPath: string;
  /** Whom PostgreSQL runs as; null for ourselves. */
  readonly account: Account | null;
  release(): void;
}

/**
 * Makes the data directory unless it is there, claims it for this process and says where the cluster is, or shall be.
 *
 * As root the cluster belongs to another account. Where that one cannot reach the data directory (below /root, say), the cluster gets a
 * place of its own outside, and the file `location` among the records names it from then on.
 *
 * @throws {EmbeddedPostgresError} DATA_DIR_IN_USE, DATA_DIR_UNUSABLE
 */
export async function claimDataDirectory(dataDir: string): Promise<DataDirectory> {
  const locks: OwnerLock[] = [];
  const release = () => {
    for (const lock of locks.splice(0)) lock.release();
  };
  try {
    const whole = resolve(dataDir);
    // Trap: the recursive mkdir takes a file system that is full or read-only for ENOENT; the plain one names it.
    await mkdir(whole, { recursive: true }).catch(() => mkdir(whole));
    const records = join(await realpath(whole), 'postgresql');
    await mkdir(records, { recursive: true });
    await access(records, constants.W_OK);
    locks.push(await takeLock(records, dataDir));
    await recordOwner(records, { pid: process.pid, port: (await readOwner(records))?.port ?? null });
    const { dataPath, account } = await findDataPath(records, dataDir);
    // A copied data directory names the same place as its original does: the place has a lock of its own.
    if (dataPath !== records) locks.push(await takeLock(dataPath, dataDir));
    return { records, dataPath, account, release };
  } catch (error) {
    release();
    throw error instanceof EmbeddedPostgresError ? error : unusable(dataDir, (error as Error).message, error);
  }
}

async function takeLock(directory: string, dataDir: string): Promise<OwnerLock> {
  const lock = takeOwnerLock(directory);
  if (lock) return lock;
  const owner = await readOwner(directory);
  const known = owner
    ? ` (process ${owner.pid}${owner.port === null ? '' : `, PostgreSQL on port ${owner.port}`})`
    : '';
  throw new EmbeddedPostgresError(
    'DATA_DIR_IN_USE',
    `Lyceum already runs on the data directory ${dataDir}${known}. Stop it first, or give this one another DATA_DIR.`,
  );
}

async function findDataPath(records: string, dataDir: string): Promise<{ dataPath: string; account: Account | null }> {
  const location = join(records, 'location');
  const dataPath = (await readFile(location, 'utf8').catch(ifAbsent(''))).trim() || records;
  await stat(dataPath).catch((error) => {
    throw unusable(
      dataDir,
      `its data was kept in ${dataPath} (so says ${location}), which cannot be reached: ${error.message}`,
      error,
    );
  });

  const cluster = await stat(join(dataPath, 'cluster')).catch(ifAbsent(null));
  if (cluster && !runsAsRoot() && cluster.uid !== (process.getuid?.() ?? cluster.uid)) {
    throw unusable(
      dataDir,
      `its data belongs to another account (uid ${cluster.uid}). Start Lyceum as that one or as root`,
    );
  }
  if (!runsAsRoot()) return { dataPath, account: null };
  if (cluster?.uid === 0) {
    throw unusable(
      dataDir,
      `${join(dataPath, 'cluster')} belongs to root, as whom PostgreSQL does not run. Give it to an ordinary account with chown -R`,
    );
  }
  if (cluster) return { dataPath, account: { uid: cluster.uid, gid: cluster.gid } };

  const account = await chooseUnprivilegedAccount();
  if (dataPath !== records || (await isReachable(records, account))) return { dataPath, account };
  const made = await makeDataPath();
  await writeAtomically(location, `${made}\n`, 0o644);
  return { dataPath: made, account };
}

async function makeDataPath(): Promise<string> {
  for (const parent of SYSTEM_DIRECTORIES) {
    if (!(await makeSystemDirectory(parent))) continue;
    const dataPath = await mkdtemp(join(parent, 'data-'));
    await chmod(dataPath, 0o755);
    return dataPath;
  }
  throw new EmbeddedPostgresError(
    'DATA_DIR_UNUSABLE',
    `The account that PostgreSQL runs as reaches neither DATA_DIR nor any of ${SYSTEM_DIRECTORIES.join(', ')}. Give a DATA_DIR whose parent directories everyone may enter.`,
  );
}

/** Whether the account can enter every directory on the way, and own a directory at its end (some file systems know no owners). */
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
