import { closeSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { CommandFailure } from '../../../cli/failure.ts';

export interface Opened {
  readonly database: DatabaseSync;
  /** Whether another process keeps the copy: then this one only reads it. */
  readonly isKept: boolean;
  close(): void;
}

/**
 * Opens the file of a copy, which only its owner may read. Until it is closed, no other process writes to it.
 * Throws a CommandFailure if this Node has no SQLite.
 */
export async function openFile(path: string): Promise<Opened> {
  const { DatabaseSync } = await import('node:sqlite').catch(() => {
    throw new CommandFailure(`A copy in SQLite needs Node 22.13 or later. This is ${process.version}.`);
  });
  for (const each of [path, `${path}-lock`]) closeSync(openSync(each, 'a', 0o600));
  const database = new DatabaseSync(path);
  // What is erased is overwritten. Others read while this process writes.
  database.exec(`PRAGMA busy_timeout = ${READERS_MS}; PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON`);
  // A database of its own, because a lock on the copy's would keep readers out. It ends with the process, however.
  const lock = new DatabaseSync(`${path}-lock`);
  const close = () => {
    database.close();
    lock.close();
  };
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return { database, isKept: false, close };
  } catch {
    return { database, isKept: true, close };
  }
}

const READERS_MS = 5_000;
