import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The right to run PostgreSQL on a directory, held by at most one living process. */
export interface OwnerLock {
  release(): void;
}

/**
 * Takes the lock of `directory`, or null when another process, or another caller in this one, has it.
 *
 * It is the exclusive lock of an empty SQLite file: Node's one way to a lock that the kernel frees when its holder dies, however it dies. So a
 * lock that is free says that whatever still runs on the directory is an orphan, from the very first moment of a start on, when
 * PostgreSQL could not be asked yet.
 *
 * Trap: POSIX frees such a lock when its process closes *any* descriptor of the file. Nothing else may open it.
 *
 * @throws the failure of SQLite when the file cannot be written
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
