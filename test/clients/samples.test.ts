import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientPackage } from '../support/client-package.ts';
import { projectRoot } from '../support/process/program.ts';
import { TestSystem } from '../support/test-system.ts';

const run = promisify(execFile);

let system: TestSystem;
let folder: string;
let samples: readonly { readonly operation: string; readonly lang: string; readonly source: string }[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-samples-'));
  system = await TestSystem.start({ platform: 'own' });
  const { paths } = (await (await fetch(`${system.url}/api/v4/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string; 'x-codeSamples': { lang: string; source: string }[] }>>;
  };
  samples = Object.values(paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ operationId: operation, 'x-codeSamples': own }) => own.map((each) => ({ operation, ...each })));
});
afterAll(async () => {
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
});

it('every TypeScript sample compiles with the client', async () => {
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@lyceum'), { recursive: true });
  await run('tar', ['--extract', '--file', clientPackage('typescript'), '--directory', join(modules, '@lyceum')]);
  await rename(join(modules, '@lyceum/package'), join(modules, '@lyceum/client'));
  await symlink(join(projectRoot, 'node_modules/@types'), join(modules, '@types'));
  const compilerOptions = { strict: true, exactOptionalPropertyTypes: true, module: 'nodenext', target: 'esnext' };
  const files = { 'package.json': { type: 'module' }, 'tsconfig.json': { compilerOptions, include: ['*.ts'] } };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), JSON.stringify(content));
  const typescript = samples.filter(({ lang }) => lang === 'TypeScript');
  for (const { operation, source } of typescript) await writeFile(join(folder, `${operation}.ts`), source);
  expect(typescript.length).toBe(samples.length / 2);
  const tsc = await run(join(projectRoot, 'node_modules/.bin/tsc'), [
    '--noEmit',
    '--types',
    'node',
    '-p',
    folder,
  ]).catch((error: { stdout: string }) => error);
  expect(tsc.stdout).toBe('');
});
