import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'fflate';
import { bundleCommands } from './commands.ts';
import { tarOf } from './tar.ts';
import { buildWheel } from './wheel.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const source = join(root, 'clients/typescript');
const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { readonly version: string };

/** The file names of the packages for integrators, which every gateway serves below `/docs`. */
export const clientPackages = {
  typescript: `lyceum-client-${version}.tgz`,
  python: `lyceum_client-${version}-py3-none-any.whl`,
  /** Without a version: configurations of agents name its address, and have to work after a release. */
  commands: 'lyceum-client-cli.tgz',
};

/** Builds these packages, TypeScript with the project's compiler, by their file names. */
export async function buildClientPackages(): Promise<ReadonlyMap<string, Uint8Array>> {
  return new Map([
    [
      clientPackages.typescript,
      await packed(async (folder) => {
        await run(join(root, 'node_modules/.bin/tsc'), ['-p', source, '--outDir', join(folder, 'dist')]);
        for (const name of ['package.json', 'README.md', 'examples'])
          await cp(join(source, name), join(folder, name), { recursive: true });
      }),
    ],
    [clientPackages.python, await buildWheel(join(root, 'clients/python'), version)],
    [clientPackages.commands, await packed((folder) => bundleCommands(join(root, 'clients/cli'), folder))],
  ]);
}

/**
 * The npm package of a folder with these contents. Not by `npm pack`, whose bytes depend on the version of npm, the
 * processor and the umask.
 */
async function packed(fill: (folder: string) => Promise<void>): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-client-'));
  try {
    await fill(folder);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const path = join(parentPath, name);
        return { name: `package/${relative(folder, path).replaceAll('\\', '/')}`, content: await readFile(path) };
      });
    return gzipSync(tarOf(await Promise.all(files)), { level: 9, mtime: 0 });
  } finally {
    await rm(folder, { recursive: true });
  }
}
