import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from './small-files.ts';

/**
 * The process that runs on a data directory, or ran last: only the lock tells which. Used in messages, and to keep the
 * port between starts.
 */
export interface Owner {
  readonly pid: number;
  /** PostgreSQL's port on the loopback interface; null until one was chosen. */
  readonly port: number | null;
}

/** The owner record in a folder of records, or null if there is none or it is unreadable. */
export async function readOwner(records: string): Promise<Owner | null> {
  try {
    const record = JSON.parse(await readFile(join(records, OWNER_RECORD), 'utf8')) as Partial<Owner>;
    const { pid, port } = record;
    return Number.isInteger(pid) ? { pid: Number(pid), port: Number.isInteger(port) ? Number(port) : null } : null;
  } catch {
    return null;
  }
}

export async function recordOwner(records: string, owner: Owner): Promise<void> {
  await writeAtomically(join(records, OWNER_RECORD), JSON.stringify(owner), 0o644);
}

/**
 * Where the server of a data directory listens, and its superuser's password, for another program of the same machine.
 * They are good while its owner runs. Undefined if no server ever ran there.
 */
export async function findServer(
  dataDir: string,
): Promise<{ readonly port: number; readonly password: string } | undefined> {
  try {
    const records = join(await realpath(dataDir), 'postgresql');
    const password = (await readFile(join(records, 'password'), 'utf8')).trim();
    const owner = await readOwner(records);
    return owner?.port ? { port: owner.port, password } : undefined;
  } catch {
    return undefined;
  }
}

const OWNER_RECORD = 'owner.json';
