import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../../test/support/process/program.ts';

/**
 * Provides the packages for another release's source: those installed here, which its folder already has, or, if it
 * needs others, those of its lockfile, cached by the lockfile's hash. Throws if they cannot be installed.
 */
export async function providePackages(folder: string): Promise<void> {
  const [ours, theirs] = await Promise.all([projectRoot, folder].map(dependenciesOf));
  if (Object.entries(theirs ?? {}).every(([name, version]) => ours?.[name] === version)) return;
  const hash = createHash('sha256').update(await readFile(join(folder, 'package-lock.json')));
  const cached = join(projectRoot, 'node_modules', '.cache', 'releases', hash.digest('hex').slice(0, 16));
  if (!existsSync(cached)) await install(folder, cached);
  await rm(join(folder, 'node_modules'), { force: true });
  await symlink(join(cached, 'node_modules'), join(folder, 'node_modules'));
}

async function install(folder: string, cached: string): Promise<void> {
  process.stdout.write('The release before needs other packages: installing what its lockfile says.\n');
  const draft = `${cached}.${process.pid}`;
  try {
    await mkdir(draft, { recursive: true });
    for (const file of ['package.json', 'package-lock.json', '.npmrc'])
      if (existsSync(join(folder, file))) await copyFile(join(folder, file), join(draft, file));
    await promisify(execFile)('npm', ['ci', '--omit=dev', '--omit=optional', '--ignore-scripts'], { cwd: draft });
    await rename(draft, cached);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw new Error('its packages could not be installed', { cause: error });
  }
}

async function dependenciesOf(root: string): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).dependencies;
}
