import type { Violation } from '../project/violations.ts';

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly resolved?: string }>>;
}

/** Packages with a registry address in the lockfile. They would install from that registry only. */
export function findLockedAddresses({ packages }: Lockfile): Violation[] {
  return Object.entries(packages)
    .filter(([, { resolved }]) => resolved !== undefined)
    .map(([name, { resolved }]) => ({ location: `package-lock.json, ${name}`, what: `resolved ${resolved}` }));
}

type Manifest = Readonly<
  Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Readonly<Record<string, string>>>>
>;

const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

/** Dependencies with a range instead of an exact version. */
export function findRanges({ dependencies, devDependencies, optionalDependencies }: Manifest): Violation[] {
  return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => ({ location: `package.json, ${name}`, what: `the range ${version}` }));
}
