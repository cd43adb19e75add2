import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The fields of `package.json` that a bill of materials needs. */
export interface NpmManifest {
  readonly name: string;
  readonly version: string;
}

export interface DebianPackage {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
}

/** The npm packages below a folder's `node_modules`, including nested ones. */
export async function npmPackagesIn(folder: string): Promise<NpmManifest[]> {
  const modules = join(folder, 'node_modules');
  if (!existsSync(modules)) return [];
  const entries = await readdir(modules);
  const scoped = entries.filter((name) => name.startsWith('@'));
  const names = await Promise.all(
    scoped.map(async (scope) => (await readdir(join(modules, scope))).map((name) => join(scope, name))),
  );
  const folders = [...entries.filter((name) => !/^[@.]/.test(name)), ...names.flat()].map((name) =>
    join(modules, name),
  );
  const found = await Promise.all(
    folders.map(async (each) => [await manifestIn(each), ...(await npmPackagesIn(each))]),
  );
  return found.flat();
}

export async function manifestIn(folder: string): Promise<NpmManifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
}

/** The Debian packages of a root file system, from dpkg's list, or from the list of a distroless image, with one file per package. */
export async function debianPackagesIn(root: string): Promise<DebianPackage[]> {
  const [list, folder] = [join(root, 'var/lib/dpkg/status'), join(root, 'var/lib/dpkg/status.d')];
  const names = existsSync(folder) ? (await readdir(folder)).filter((name) => !name.endsWith('.md5sums')) : [];
  const files = [...(existsSync(list) ? [list] : []), ...names.map((name) => join(folder, name))];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return texts.flatMap((text) => text.split(/\n{2,}/).flatMap((paragraph) => packageOf(paragraph) ?? []));
}

function packageOf(paragraph: string): DebianPackage | undefined {
  const fields = Object.fromEntries(
    [...paragraph.matchAll(/^([\w-]+): *(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  const isThere = /\binstalled$/.test(fields.Status ?? 'installed') && !/not-installed$/.test(fields.Status ?? '');
  const { Package: name, Version: version, Architecture: architecture } = fields;
  return name && version && architecture && isThere ? { name, version, architecture } : undefined;
}

/** The version of a Node binary, read from the file: it may be for another architecture, so it is not run. */
export async function nodeVersionOf(program: string): Promise<string> {
  const [, version] = /node\.js\/v(\d+\.\d+\.\d+)/.exec(await readFile(program, 'latin1')) ?? [];
  if (version === undefined) throw new Error(`${program} is not a Node binary.`);
  return version;
}
