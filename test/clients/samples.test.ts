import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareDemo } from '../../dev/demo.ts';
import { clientPackage } from '../support/client-package.ts';
import { projectRoot } from '../support/process/program.ts';
import { TestSystem } from '../support/test-system.ts';

const run = promisify(execFile);
const hasPython = spawnSync('python3', ['--version']).status === 0;

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
  expect(typescript.length).toBe(samples.length / 3);
  const tsc = await run(join(projectRoot, 'node_modules/.bin/tsc'), [
    '--noEmit',
    '--types',
    'node',
    '-p',
    folder,
  ]).catch((error: { stdout: string }) => error);
  expect(tsc.stdout).toBe('');
});

/** Runs programs of one line of JSON each in one interpreter, and prints a line for each: empty, or how it failed. */
const RUN_EACH = `
import contextlib, io, json, sys
for line in sys.stdin:
    fault = ""
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            exec(compile(json.loads(line), "sample", "exec"), {"__name__": "__main__"})
        except BaseException as error:
            fault = repr(error)
    print(fault)
`;

it.skipIf(!hasPython)('every Python sample compiles, and runs if it needs no id', async () => {
  // After the logs of the examples.
  system.clock.set('2026-11-02T08:00:00.000Z');
  const credentials = await prepareDemo(system, folder);
  const env = {
    ...process.env,
    PYTHONPATH: clientPackage('python'),
    LYCEUM_URL: system.url,
    LYCEUM_CLIENT_ID: credentials?.clientId,
    LYCEUM_CLIENT_SECRET: credentials?.clientSecret,
  };
  const python = samples.filter(({ lang }) => lang === 'Python');
  const needsId = ({ source }: { source: string }) => /"(?!LYCEUM_)([A-Z_]+_ID|TOKEN)"/.test(source);
  const others = python.filter(needsId).map(({ operation, source }) => [source, operation, 'exec']);
  const programs = [
    ...python.filter((each) => !needsId(each)),
    { operation: 'others', source: `for each in ${JSON.stringify(others)}: compile(*each)` },
  ];
  const python3 = spawn('python3', ['-u', '-c', RUN_EACH], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const results = createInterface(python3.stdout)[Symbol.asyncIterator]();
  const failures: string[] = [];
  for (const { operation, source } of programs) {
    // A stopped session must have a duration.
    system.clock.advance(60_000);
    python3.stdin.write(`${JSON.stringify(source)}\n`);
    const { value: result = 'the interpreter has ended' } = await results.next();
    if (result !== '') failures.push(`${operation}: ${result}`);
  }
  python3.stdin.end();
  expect(failures).toEqual([]);
  expect(programs.length).toBeGreaterThan(25);
});
