import { chmod, lstat, mkdir } from 'node:fs/promises';

/** Directories where root stores files that other users must access, best first. */
export const SYSTEM_DIRECTORIES = ['/var/lib/lyceum', '/opt/lyceum', '/var/tmp/lyceum'];

/**
 * Creates the directory if needed. Returns whether it can be trusted: owned by us, and writable by nobody else. Some of the directories are in
 * places where anyone can create files before us.
 */
export async function makeSystemDirectory(directory: string): Promise<boolean> {
  try {
    const made = await mkdir(directory, { recursive: true });
    if (made !== undefined) await chmod(directory, 0o755);
    const stat = await lstat(directory);
    return stat.isDirectory() && stat.uid === (process.getuid?.() ?? stat.uid) && (stat.mode & 0o022) === 0;
  } catch {
    return false;
  }
}
