import { chmod, lstat, mkdir } from 'node:fs/promises';

/** Where root keeps what other accounts must reach, best first. */
export const SYSTEM_DIRECTORIES = ['/var/lib/lyceum', '/opt/lyceum', '/var/tmp/lyceum'];

/**
 * Makes the directory unless it is there, and says whether it can be trusted: ours, and writable by nobody else. Some of the places stand in
 * directories where anyone may have put something before us.
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
