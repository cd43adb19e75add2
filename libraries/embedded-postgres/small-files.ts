import { open, rename } from 'node:fs/promises';

/**
 * Writes a small file atomically: readers, even after a crash, see either the old text or the new one. One writer at a
 * time.
 */
export async function writeAtomically(path: string, text: string, mode: number): Promise<void> {
  const unfinished = `${path}.new`;
  const file = await open(unfinished, 'w', mode);
  try {
    await file.chmod(mode);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}

/** For `.catch`: returns `value` if the file does not exist; rethrows every other error. */
export function ifAbsent<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
