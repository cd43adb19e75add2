import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildWheel } from './wheel.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const source = join(root, 'clients/typescript');
const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { readonly version: string };

/** The file names of the packages of both clients, which every gateway serves below `/docs`. */
export const clientPackages = {
  typescript: `lyceum-client-${version}.tgz`,
  python: `lyceum_client-${version}-py3-none-any.whl`,
};

/** Builds the packages of both clients, the TypeScript client with the project's compiler, by their file names. */
export async function buildClientPackages(): Promise<ReadonlyMap<string, Uint8Array>> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-client-'));
  try {
    await run(join(root, 'node_modules/.bin/tsc'), ['-p', source, '--outDir', join(folder, 'dist')]);
    for (const name of ['package.json', 'README.md', 'examples'])
      await cp(join(source, name), join(folder, name), { recursive: true });
    await run('npm', ['pack'], { cwd: folder });
    return new Map([
      [clientPackages.typescript, await readFile(join(folder, clientPackages.typescript))],
      [clientPackages.python, await buildWheel(join(root, 'clients/python'), version)],
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
