import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { natsUsers } from '../../../deploy/installation/nats-users.ts';
import { services } from '../../../deploy/installation/services.ts';
import { lockedPackages } from '../../../docs/generate/licences.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { newOperatorToken } from '../../../services/identity/operators/operators.ts';
import { TEST_IDENTITY_KEYS, TEST_IDENTITY_PUBLIC_KEYS } from '../../../test/support/calls/test-identities.ts';
import { TEST_SECRET_KEYS } from '../../../test/support/calls/test-secret-keys.ts';
import { Dockerfile } from '../../../test/support/deploy/dockerfile.ts';
import { imageFiles } from '../../../test/support/deploy/image-files.ts';
import { containerOf, getObject, type KubernetesObject, ofKind } from '../../../test/support/deploy/kubernetes.ts';
import { productionPackages } from '../../../test/support/deploy/production-packages.ts';
import { canRender, render } from '../../../test/support/deploy/render.ts';
import { faultsOf } from '../../../test/support/deploy/schemas.ts';
import { BuiltImages, whyNotBuilt } from '../../../test/support/image/built-images.ts';
import { Installation, type Secrets } from '../../../test/support/image/installation.ts';
import { TestNats } from '../../../test/support/nats/nats-server.ts';
import { Operator } from '../../../test/support/operator.ts';
import { query } from '../../../test/support/postgres/query.ts';
import { TestClient } from '../../../test/support/test-client.ts';
import { until } from '../../../test/support/until.ts';

const run = promisify(execFile);

/** Services that others call come first. */
const ORDER = [
  ...['directory', 'locations', 'webhooks', 'activity', 'identity', 'curricula', 'scheduling', 'timetracking'],
  ...['gateway', 'console'],
];
const NAMES = services.map(({ name }) => name);
const suffix = randomBytes(4).toString('hex');
const dockerfile = Dockerfile.read();
const undo: (() => Promise<unknown>)[] = [];
let objects: KubernetesObject[];
let images: BuiltImages;
let installation: Installation;
let operator: Operator;
let url: string;
let client: TestClient;

function databaseUrl(database: string): string {
  return inject('databaseServer').replace(/\{database\}|%7Bdatabase%7D/, database);
}

async function migrate(jobs: readonly KubernetesObject[]): Promise<void> {
  for (const job of await Promise.all(jobs.map((each) => installation.runJob(each))))
    expect([await job.program.exited, job.program.stderr]).toEqual([{ code: 0, signal: null }, '']);
}

const why = whyNotBuilt() ?? (canRender ? undefined : 'no manifest is rendered');
if (why !== undefined) process.stderr.write(`The tests of the images are skipped: ${why}.\n`);

beforeAll(async () => {
  if (why !== undefined) return;
  objects = render('overlays/local');
  images = await BuiltImages.build(dockerfile.targets);
  undo.push(() => images.remove());
  // It installs packages of Debian and npm, beside other tests.
}, 600_000);
afterAll(async () => {
  for (const each of undo) await each();
});

describe.skipIf(why !== undefined).each(dockerfile.targets)('the image %s, built', (target) => {
  it('holds the files that the Dockerfile copies, which nobody can change, and no other', async () => {
    const files = await filesIn(`${images.rootOf(target)}/app`, '-not', '-path', './node_modules/*');
    expect(files.toSorted()).toEqual([...imageFiles(dockerfile, target).keys()].toSorted());
    expect(await filesIn(images.rootOf(target), '(', '-not', '-user', '0', '-o', '-perm', '/022', ')')).toEqual([]);
    // Node reads compiled code only from the folder of its release and user.
    const caches = await readdir(`${images.rootOf(target)}/app/node_modules/.cache/compile`);
    expect(caches).toEqual([expect.stringMatching(new RegExp(`^${process.version}-.*-65532$`))]);
  });

  it('says how it is run', () => {
    expect(images.configOf(target)).toMatchObject({
      User: '65532:65532',
      WorkingDir: '/app',
      StopSignal: 'SIGTERM',
      Entrypoint: dockerfile.entryOf(target),
      Labels: { 'org.opencontainers.image.base.name': 'localhost/base-runtime' },
    });
  });

  it('has at most the size stated', async () => {
    const [packages, code, base] = await sizes(images.rootOf(target), 'app/node_modules', 'app', '.');
    process.stdout.write(`image ${target}: base ${base} MB, packages ${packages} MB, code ${code} MB\n`);
    // With Node's compiled code, 18 MB. Development packages would add some hundred.
    expect(packages).toBeLessThan(125);
    expect(code).toBeLessThan(10);
  });
});

it.skipIf(why !== undefined)(
  'the bill of materials of an image names the packages of production, as the lockfile has them',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lyceum-image-'));
    undo.push(() => rm(folder, { recursive: true }));
    await cp(`${images.rootOf('gateway')}/app`, folder, { recursive: true });
    await run('npm', ['pkg', 'delete', 'devDependencies', 'optionalDependencies'], { cwd: folder });
    const { stdout } = await run('npm', ['sbom', '--sbom-format', 'cyclonedx'], { cwd: folder, maxBuffer: 2 ** 24 });
    const { components } = JSON.parse(stdout) as { components: { purl: string }[] };
    const locked = await lockedPackages();
    const expected = (await productionPackages()).map(
      (path) => `pkg:npm/${path.split('node_modules/').at(-1)?.replace('@', '%40')}@${locked.get(path)?.version}`,
    );
    expect([...new Set(components.map(({ purl }) => purl))].toSorted()).toEqual([...new Set(expected)].toSorted());
  },
);

describe.skipIf(why !== undefined)('the manifests, run with the images, from files that cannot be written', () => {
  beforeAll(async () => {
    const nats = await TestNats.start(natsUsers);
    undo.push(
      () => nats.remove(),
      async () => {
        for (const name of NAMES)
          await query(databaseUrl('postgres'), `DROP DATABASE IF EXISTS image_${name}_${suffix} WITH (FORCE)`);
      },
    );
    const secrets: Secrets = {
      'lyceum-identity-keys': { keys: TEST_IDENTITY_KEYS },
      'lyceum-identity-public-keys': { keys: TEST_IDENTITY_PUBLIC_KEYS },
      'lyceum-identity-secret-keys': { keys: TEST_SECRET_KEYS },
      'lyceum-webhooks-secret-keys': { keys: TEST_SECRET_KEYS },
      'lyceum-operator-token': { token: newOperatorToken(systemIds) },
      'lyceum-cursor-keys': { keys: `k:${randomBytes(32).toString('base64url')}` },
      ...Object.fromEntries(
        ORDER.filter((name) => name !== 'console').map((name) => [`lyceum-${name}-nats`, { url: nats.urlOf(name) }]),
      ),
      ...Object.fromEntries(
        NAMES.map((name) => [`lyceum-${name}-db`, { uri: databaseUrl(`image_${name}_${suffix}`) }]),
      ),
    };
    installation = await Installation.make(objects, images, secrets);
    undo.unshift(() => installation.remove());
    await migrate(ofKind(objects, 'Job'));
    // Each after those that it calls.
    for (const names of [
      ['directory', 'locations', 'webhooks', 'activity'],
      ['identity', 'curricula', 'scheduling', 'timetracking'],
      ['gateway', 'console'],
    ])
      await Promise.all(names.map((name) => installation.start(name)));
    url = `http://127.0.0.1:${installation.portOf('gateway')}`;
    operator = new Operator(new Map(NAMES.map((name) => [name, installation.portOf(name)])));
    undo.unshift(async () => operator.close());
    client = await operator.newClient(await operator.newInstitution('school'), url);
  });

  it.each(ORDER)('%s passes its probes', async (name) => {
    expect(await installation.probe(name, 'livenessProbe')).toBe(true);
    await until('readiness', () => installation.probe(name, 'readinessProbe'));
    await until('the end of the start', () => installation.probe(name, 'startupProbe'));
  });

  it('serve requests to every service, and the documentation', async () => {
    const created = await client.post('/users', { email: 'ada@school.example', name: 'Ada' });
    expect(created.status).toBe(201);
    for (const path of ['/users', '/locations', '/appointments', '/curricula'])
      expect([path, (await client.get(path)).status]).toEqual([path, 200]);
    const query = { userId: String(created.body.data.id) };
    expect((await client.get('/time-tracking/logs', { query })).status).toBe(200);
    for (const path of [
      '/',
      '/docs',
      '/docs/scalar.js',
      '/docs/guides/quick-start',
      '/docs/operate/runbook',
      '/docs/develop/architecture',
      '/docs/search?q=key',
      '/api/v4/openapi.json',
      '/errors',
      '/errors/bad_request',
    ])
      expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
  });

  it('go on while migrations run, and these find nothing to do a second time', async () => {
    let isOver = false;
    const statuses = new Set<number>();
    const requests = (async () => {
      // Below the rate limit.
      for (let n = 0; n < 10 || (n < 400 && !isOver); n++) {
        statuses.add((await client.post('/users', { email: `${n}@school.example`, name: 'N' })).status);
        statuses.add((await client.get('/appointments')).status);
      }
    })();
    await migrate(['migrate-directory', 'migrate-scheduling'].map((name) => getObject(objects, 'Job', name)));
    isOver = true;
    await requests;
    expect([...statuses].sort()).toEqual([200, 201]);
  });

  const asOperator = async (...args: string[]) => {
    const session = getObject(objects, 'CronJob', 'operator');
    Object.assign(containerOf(session), { args });
    const { program } = await installation.runJob(session, { LYCEUM_URL: url });
    expect(await program.exited, program.stderr).toEqual({ code: 0, signal: null });
    return program.stdout;
  };

  it('let an operator be made, whose session reaches the services and their databases', async () => {
    expect(await asOperator('operators', 'create', 'first', '--given-token')).toBe('first: created\n');
    expect(JSON.parse(await asOperator('institutions', 'list', '--json'))).toMatchObject([{ name: 'school' }]);
    expect(await asOperator('schema', 'check')).toContain('directory');
  });

  it('let an operator’s session make a Secret of new credentials', async () => {
    const institution = await operator.anyInstitution();
    const options = ['--institution', institution, '--name', 'Door', '--kubernetes-secret', 'door'];
    const secret = JSON.parse(await asOperator('integrations', 'create', ...options));
    expect([secret.kind, secret.metadata.name, faultsOf(secret)]).toEqual(['Secret', 'door', []]);
    const { clientId, clientSecret } = secret.stringData;
    expect((await new TestClient(url, clientId, clientSecret).get('/users')).status).toBe(200);
  });

  it.each(ORDER.toReversed())('%s ends at SIGTERM as process 1, in good order', async (name) => {
    const process = installation.processOf(name);
    await process.terminate();
    expect(await process.program.exited).toEqual({ code: 0, signal: null });
    expect(process.program.stderr).toBe('');
  });
});

/** The regular files below a folder that match a `find` expression. */
async function filesIn(folder: string, ...expression: string[]): Promise<string[]> {
  const { stdout } = await run('find', ['.', '-type', 'f', ...expression, '-printf', '%P\n'], {
    cwd: folder,
    maxBuffer: 2 ** 24,
  });
  return stdout.split('\n').filter((path) => path !== '');
}

/** In MB, each without the preceding ones. */
async function sizes(folder: string, ...paths: string[]): Promise<number[]> {
  const { stdout } = await run('du', ['--summarize', '--block-size=MB', ...paths], { cwd: folder });
  return stdout
    .trim()
    .split('\n')
    .map((line) => Number.parseInt(line, 10));
}
