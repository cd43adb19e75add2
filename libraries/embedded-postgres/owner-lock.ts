import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The right to run PostgreSQL on a directory, held by at most one running process. */
export interface OwnerLock {
  release(): void;
}

/**
 * Takes the lock of `directory`; returns null if another process, or another caller in this one, holds it.
 *
 * It is the exclusive lock of an empty SQLite file: the only way in Node to get a lock that the kernel releases
 * whenever its holder dies. So if the lock is free, everything that still runs on the directory is an orphan, even
 * during the first moments of a start, when PostgreSQL could not answer yet.
 *
 * Trap: POSIX releases such a lock when its process closes *any* descriptor of the file. Nothing else may open it.
 *
 * @throws the error of SQLite if the file cannot be written
 */
export function takeOwnerLock(directory: string): OwnerLock | null {
  const file = new DatabaseSync(join(directory, 'lock'), { timeout: 0 });
  try {
    file.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return { release: () => file.isOpen && file.close() };
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
