import { readFile } from 'node:fs/promises';
import { projectRoot } from '../process/program.ts';

interface Locked {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
}

/** The folders that `npm ci --omit=dev --omit=optional` installs: the lockfile marks each package's use. */
export async function productionPackages(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(`${projectRoot}package-lock.json`, 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, optional, devOptional }]) => path !== '' && !dev && !optional && !devOptional)
    .map(([path]) => path);
}
