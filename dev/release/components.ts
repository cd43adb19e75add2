import { BUNDLED, type LockedPackage, lockedPackages, nameOf } from '../../docs/generate/licences.ts';
import packageJson from '../../package.json' with { type: 'json' };

/** A package that is in what is released. */
export interface Component {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** The SHA-512 of the package as the registry has it, in hexadecimal. */
  readonly sha512: string;
  readonly purl: string;
  /** The packages that it depends on, by their {@link purl}. */
  readonly dependsOn: readonly string[];
}

/** The product itself, as bills of materials and statements name it. */
export const product = {
  name: packageJson.name,
  version: packageJson.version,
  purl: purlOf(packageJson.name, packageJson.version),
};

/** The packages of the lockfile that images contain or that are bundled, each once, and those that the product names. */
export async function releasedComponents(): Promise<{ components: Component[]; direct: string[] }> {
  const released = new Map([...(await lockedPackages())].filter(isReleased));
  const purlAt = (folder: string) => purlOf(nameOf(folder), released.get(folder)?.version ?? '');
  const found = new Map<string, Component>();
  for (const [folder, { version, license = '', integrity = '', ...locked }] of released) {
    const purl = purlAt(folder);
    const needed = { ...locked.dependencies, ...locked.optionalDependencies, ...locked.peerDependencies };
    const folders = Object.keys(needed).flatMap((name) => folderFor(name, folder, released) ?? []);
    found.set(purl, {
      name: nameOf(folder),
      version,
      licence: AS_SPDX[license] ?? license,
      sha512: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex'),
      purl,
      dependsOn: [...new Set([...(found.get(purl)?.dependsOn ?? []), ...folders.map(purlAt)])].sort(),
    });
  }
  const components = [...found.values()].sort((one, other) => (one.purl < other.purl ? -1 : 1));
  const direct = [...Object.keys(packageJson.dependencies), ...BUNDLED].map((name) => purlAt(`node_modules/${name}`));
  return { components, direct: direct.sort() };
}

/** Licences that packages do not spell as SPDX does. */
const AS_SPDX: Readonly<Record<string, string>> = { 'BSD-0-Clause': '0BSD' };

function isReleased([folder, { dev, optional, devOptional }]: [string, LockedPackage]): boolean {
  return BUNDLED.some((name) => folder === `node_modules/${name}`) || !(dev || optional || devOptional);
}

/** Where Node finds a package for one in a folder: beside it, or further up. */
function folderFor(name: string, folder: string, among: ReadonlyMap<string, unknown>): string | undefined {
  for (let at = folder; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/'))))
    if (among.has(`${at}/node_modules/${name}`)) return `${at}/node_modules/${name}`;
  return among.has(`node_modules/${name}`) ? `node_modules/${name}` : undefined;
}

function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}
