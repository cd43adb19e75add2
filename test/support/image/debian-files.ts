import { execFile } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A name, and the package's dependencies. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg-query replaces the fields.
const FORMAT = '${Package}\t${Pre-Depends}, ${Depends}\n';
/** Where an image without dpkg lists its packages, one file each, as distroless images do. */
const STATUS = 'var/lib/dpkg/status.d';

/**
 * Copies Debian packages and their dependencies into a root file system, from this machine's own files, without
 * downloading any.
 * @param root an empty folder, or one that already has packages
 */
export async function installDebianPackages(root: string, names: readonly string[]): Promise<void> {
  await layOut(root);
  const packages = await withDependencies(names);
  await copyFiles(
    packages.flatMap(({ files }) => files),
    root,
  );
  for (const { name } of packages) {
    const { stdout } = await run('dpkg-query', ['--status', name]);
    await writeFile(join(root, STATUS, name), stdout);
    const sums = (await run('dpkg-query', ['--control-path', name, 'md5sums'])).stdout.trim();
    await copyFile(sums, join(root, STATUS, `${name}.md5sums`));
  }
}

/** Package and machine may differ in whether a file's path begins with /lib or /usr/lib: one is a link to the other. */
async function copyFiles(paths: readonly string[], root: string): Promise<void> {
  const copying = run('sh', ['-c', COPY, root]);
  copying.child.stdin?.end(paths.map((path) => `${path.slice(1)}\n`).join(''));
  await copying;
}

const COPY =
  'tar --create --directory / --no-recursion --files-from - | tar --extract --directory "$0" --keep-directory-symlink';

async function layOut(root: string): Promise<void> {
  for (const folder of ['bin', 'sbin', 'lib', 'lib64']) {
    await mkdir(join(root, 'usr', folder), { recursive: true });
    await symlink(`usr/${folder}`, join(root, folder)).catch(() => undefined);
  }
  for (const folder of ['etc', 'root', 'tmp', STATUS]) await mkdir(join(root, folder), { recursive: true });
}

interface DebianPackage {
  readonly name: string;
  readonly files: readonly string[];
}

async function withDependencies(names: readonly string[]): Promise<DebianPackage[]> {
  const { stdout } = await run('dpkg-query', ['--show', '--showformat', FORMAT]);
  const needs = new Map(
    stdout.split('\n').map((line) => {
      const [name = '', others = ''] = line.split('\t');
      return [name, others.split(/[,|]/).map((each) => each.trim().split(/[ :]/)[0] ?? '')];
    }),
  );
  const found = new Set(names);
  for (const name of found)
    for (const other of needs.get(name) ?? []) if (needs.has(other) && other !== '') found.add(other);
  return Promise.all([...found].map(async (name) => ({ name, files: await filesOf(name) })));
}

async function filesOf(name: string): Promise<string[]> {
  const { stdout } = await run('dpkg-query', ['--listfiles', name]);
  return stdout.split('\n').filter((path) => {
    const stats = path.startsWith('/') && path !== '/.' ? lstatSync(path, { throwIfNoEntry: false }) : undefined;
    return stats !== undefined && !stats.isDirectory() && !['/bin', '/sbin', '/lib', '/lib64'].includes(path);
  });
}
