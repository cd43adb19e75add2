import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../test/support/process/program.ts';

const run = promisify(execFile);

/** Builds the packages of both clients into a folder, the TypeScript client with the project's compiler. */
export async function buildPackages(folder: string): Promise<void> {
  const source = await mkdtemp(join(tmpdir(), 'lyceum-client-'));
  try {
    const client = join(projectRoot, 'clients/typescript');
    await run(join(projectRoot, 'node_modules/.bin/tsc'), ['-p', client, '--outDir', join(source, 'dist')]);
    for (const name of ['package.json', 'README.md']) await cp(join(client, name), join(source, name));
    await run('npm', ['pack', '--pack-destination', folder], { cwd: source });
    await run('python3', [join(projectRoot, 'clients/python/build_wheel.py'), folder]);
  } finally {
    await rm(source, { recursive: true });
  }
}
