import { open, rm } from 'node:fs/promises';
import { CommandFailure } from '../failure.ts';

/**
 * Writes a file that only its owner can read. Throws a CommandFailure if it exists, and leaves it as it is; makes
 * nothing before that is known. A file that cannot be finished is removed.
 */
export async function writeNewFile(path: string, make: () => Promise<AsyncIterable<Uint8Array>>): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailure(error.code === 'EEXIST' ? `${path} exists: name a new file.` : error.message);
  });
  try {
    for await (const part of await make()) await file.write(part);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
