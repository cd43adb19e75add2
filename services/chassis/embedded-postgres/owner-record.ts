import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from './write-atomically.ts';

/** Who runs on a data directory, or ran last. Only the lock says which of the two: this is for messages, and to keep the port between starts. */
export interface Owner {
  readonly pid: number;
  /** PostgreSQL's port on the loopback; null before the first one was chosen. */
  readonly port: number | null;
}

export async function recordOwner(records: string, owner: Owner): Promise<void> {
  await writeAtomically(join(records, 'owner.json'), JSON.stringify(owner), 0o644);
}

/** The record, or null where there is none that can be read. */
export async function readOwner(records: string): Promise<Owner | null> {
  try {
    const { pid, port } = JSON.parse(await readFile(join(records, 'owner.json'), 'utf8')) as Partial<Owner>;
    return Number.isInteger(pid) ? { pid: Number(pid), port: Number.isInteger(port) ? Number(port) : null } : null;
  } catch {
    return null;
  }
}
