import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the documentation is made of: its pages, what it says of the API, and the packages that its build uses. */
const SOURCES = [
  'docs',
  'clients',
  'cli',
  'site',
  'gateway',
  'platform/core',
  'console/look',
  'proto/gen',
  'package-lock.json',
];

/**
 * Identifies the state of all sources by names, sizes and times, so that nothing is read to find out that nothing has
 * changed.
 */
export async function stateOfSources(root = fileURLToPath(new URL('../', import.meta.url))): Promise<string> {
  const digest = createHash('sha256');
  for (const source of SOURCES) for (const line of await statesBelow(root, source)) digest.update(line);
  return digest.digest('base64url');
}

async function statesBelow(root: string, path: string): Promise<string[]> {
  const { size, mtimeMs, isDirectory } = await stat(join(root, path)).then((found) => ({
    size: found.size,
    mtimeMs: found.mtimeMs,
    isDirectory: found.isDirectory(),
  }));
  if (!isDirectory) return [`${path}\0${size}\0${mtimeMs}\n`];
  const names = (await readdir(join(root, path))).filter((name) => join(path, name) !== join('site', 'dist')).sort();
  return (await Promise.all(names.map((name) => statesBelow(root, join(path, name))))).flat();
}
