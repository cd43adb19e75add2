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

/** The packages of Node itself that are not of one minor version: what works on one platform would fail on another. */
export function findMixedNodes({ optionalDependencies = {} }: Manifest): Violation[] {
  const nodes = Object.entries(optionalDependencies).filter(([name]) => /^node-(bin-)?(darwin|linux|win)-/.test(name));
  const minorOf = (version: string) => version.slice(0, version.lastIndexOf('.'));
  return nodes
    .filter(([, version]) => minorOf(version) !== minorOf(nodes[0]?.[1] ?? ''))
    .map(([name, version]) => ({
      location: `package.json, ${name}`,
      what: `${version} beside ${nodes[0]?.join(' ')}`,
    }));
}
