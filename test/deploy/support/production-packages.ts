import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../support/program.ts';

const run = promisify(execFile);

interface Locked {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
}

/** The folders that `npm ci --omit=dev --omit=optional` installs: the lockfile says of each package whom it is for. */
export async function productionPackages(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(`${projectRoot}package-lock.json`, 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional)
    .map(([path]) => path);
}

/** Puts the packages of production into a folder, as npm would: linked from those that are installed where both are on one disk. */
export async function installProductionPackages(folder: string): Promise<void> {
  const all = await productionPackages();
  // One that stands within another's folder comes with it, unless it is somebody else's: then it is taken out again.
  const tops = all.filter((path) => !all.some((other) => path.startsWith(`${other}/`)));
  const byParent = Map.groupBy(tops, (path) => dirname(path));
  for (const [parent, paths] of byParent) {
    const target = join(folder, parent);
    await mkdir(target, { recursive: true });
    const sources = paths.map((path) => projectRoot + path);
    await run('cp', ['-al', ...sources, target]).catch(() => run('cp', ['-a', ...sources, target]));
  }
}
