import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientPackages } from '../../site/clients/packages.ts';
import { launchChromium } from '../support/chromium.ts';
import { clientPackage } from '../support/client-package.ts';
import { findNode20 } from '../support/process/node-20.ts';
import { projectRoot } from '../support/process/program.ts';
import { newUser } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';

const run = promisify(execFile);
const client = join(projectRoot, 'clients/typescript');
const tsc = join(projectRoot, 'node_modules/.bin/tsc');

let folder: string;
let tarball: string;
let readme: string;
let system: TestSystem;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-client-'));
  tarball = clientPackage('typescript');
  await run('tar', ['--extract', '--file', tarball, '--directory', folder]);
  readme = await readFile(join(client, 'README.md'), 'utf8');
  system = await TestSystem.start();
});
afterAll(async () => {
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
});

it('is served by the gateway, like the others, whatever is behind the address so that npx fetches it again', async () => {
  for (const each of ['typescript', 'python', 'commands'] as const) {
    const served = await fetch(`${system.url}/docs/${clientPackages[each]}?4.3.0`);
    expect(Buffer.from(await served.arrayBuffer()).equals(await readFile(clientPackage(each)))).toBe(true);
  }
});

it('is no larger than its README states, and has no dependencies', async () => {
  const [script, whole] = [...readme.matchAll(/[Aa]t most (\d+) kB/g)].map(([, size]) => Number(size) * 1000);
  expect((await stat(tarball)).size).toBeLessThan(whole ?? 0);
  const dist = join(folder, 'package/dist');
  const scripts = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith('.js'));
  const text = await Promise.all(scripts.map((name) => readFile(join(dist, name), 'utf8')));
  expect(gzipSync(text.join('')).length).toBeLessThan(script ?? 0);
  const manifest = JSON.parse(await readFile(join(client, 'package.json'), 'utf8'));
  expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([]);
});

it('has the version of the API', async () => {
  const versions = await Promise.all(
    ['package.json', 'clients/typescript/package.json', 'clients/cli/package.json'].map(async (path) =>
      JSON.parse(await readFile(join(projectRoot, path), 'utf8')),
    ),
  );
  expect(new Set(versions.map(({ version }) => version)).size).toBe(1);
  expect(readme).toContain(`$LYCEUM_URL/docs/${clientPackages.typescript}`);
});

it('has commands beside it, with the licences of what they contain, which ask for no more than their notice', async () => {
  await run('tar', ['--extract', '--file', clientPackage('commands'), '--directory', folder, 'package/LICENSES.txt']);
  const licences = await readFile(join(folder, 'package/LICENSES.txt'), 'utf8');
  const named = [...licences.matchAll(/^(@?[\w./-]+): ([\w.-]+)$/gm)].map(([, name, licence]) => [name, licence]);
  expect(Object.fromEntries(named)).toMatchObject({
    '@modelcontextprotocol/server': 'Apache-2.0',
    commander: 'MIT',
    pg: 'MIT',
  });
  expect(new Set(named.map(([, licence]) => licence))).toEqual(new Set(['MIT', 'Apache-2.0', 'BlueOak-1.0.0', 'ISC']));
});

it('can be installed into an empty project, compiles there, and runs the examples of its README on Node 20', async (context) => {
  const node = await findNode20();
  if (node === null) return context.skip('there is no Node 20 on PATH');
  const project = join(folder, 'project');
  await cp(join(client, 'README.md'), join(project, 'README.md'), { recursive: true });
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const address = `${system.url}/docs/${clientPackages.typescript}`;
  await run('npm', ['install', '--no-audit', '--no-fund', address], { cwd: project });
  const [program = '', ...pieces] = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code ?? '');
  await writeFile(join(project, 'program.ts'), program);
  await writeFile(join(project, 'pieces.ts'), AROUND_PIECES + pieces.join('\n'));
  const types = ['--types', 'node', '--typeRoots', join(projectRoot, 'node_modules/@types')];
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const target = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023'];
  const options = [...target, ...strict, ...types, 'program.ts', 'pieces.ts'];
  await run(tsc, options, { cwd: project });

  const { client: integrator } = await system.newInstitution();
  const { email } = (await newUser(integrator)).data;
  const { stdout, stderr } = await run(node, ['program.js'], {
    cwd: project,
    env: {
      LYCEUM_URL: system.url,
      LYCEUM_CLIENT_ID: integrator.clientId,
      LYCEUM_CLIENT_SECRET: integrator.clientSecret,
    },
  });
  expect([stdout.split('\n'), stderr]).toEqual([[email, 'open', '409 conflict 0', ''], '']);
  const all = await integrator.get('/users', { query: { email: 'ada@nordhafen.example' } });
  expect(all.body.data).toMatchObject([{ name: 'Ada Lovelace' }]);
});

it('runs in a browser', async () => {
  const { clientId, clientSecret } = (await system.newInstitution()).client;
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.route('**/client/**', async (route) => {
      const path = join(folder, 'package/dist', new URL(route.request().url()).pathname.replace('/client/', ''));
      await route.fulfill({ contentType: 'text/javascript', body: await readFile(path, 'utf8') });
    });
    // Any page of the gateway's own origin.
    await page.goto(`${system.url}/docs`);
    const options = JSON.stringify({ baseUrl: system.url, clientId, clientSecret });
    const seen = await page.evaluate(`import('/client/index.js').then(async ({ createClient }) => {
      const lyceum = createClient(${options});
      const { data, etag } = await lyceum.users.create({ email: 'b@example.org', name: 'B' });
      const { status } = await lyceum.users.get(data.id, {}, { ifNoneMatch: etag });
      const names = [];
      for await (const { name } of lyceum.users.list()) names.push(name);
      return { status, names };
    })`);
    expect(seen).toEqual({ status: 304, names: ['B'] });
  } finally {
    await browser.close();
  }
}, 300_000);

/** The declarations the README's shorter snippets assume. */
const AROUND_PIECES = `import type { Lyceum, Syncable, User, WebhookEvent } from '@lyceum/client';
declare const lyceum: Lyceum;
declare const id: string;
declare let saved: string | null;
declare const ids: readonly string[];
declare const names: Map<string, string>;
declare let since: string | undefined;
declare function store(users: readonly User[]): Promise<void>;
`;
