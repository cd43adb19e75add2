import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { lockedPackages } from '../../../docs/generate/licences.ts';
import { readReadme } from '../../../test/docs/guides/guide.ts';
import { findMissing } from '../../../test/docs/guides/shown.ts';
import { Workspace } from '../../../test/docs/guides/workspace.ts';
import { demoBundle } from '../../../test/support/cli/bundles.ts';
import { hiddenIn, Visitor } from '../../../test/support/console/visitor.ts';
import { Dockerfile } from '../../../test/support/deploy/dockerfile.ts';
import { imageFiles } from '../../../test/support/deploy/image-files.ts';
import { type Container, containerOf } from '../../../test/support/deploy/kubernetes.ts';
import { productionPackages } from '../../../test/support/deploy/production-packages.ts';
import { canRender } from '../../../test/support/deploy/render.ts';
import { faultsOf } from '../../../test/support/deploy/schemas.ts';
import { BuiltImages, whyNotBuilt } from '../../../test/support/image/built-images.ts';
import { findClusterNats } from '../../../test/support/nats/find-cluster-nats.ts';
import { Scrape } from '../../../test/support/scrape.ts';
import { TestClient } from '../../../test/support/test-client.ts';
import type { TestAnswer } from '../../../test/support/test-messages.ts';
import { until } from '../../../test/support/until.ts';
import { runComposeDrill } from './compose-drill.ts';
import { DEPLOYMENTS, Installation } from './installation.ts';
import type { KubePlay, Pod } from './kube-play.ts';
import { Podman } from './podman.ts';

const run = promisify(execFile);

const dockerfile = Dockerfile.read();
const undo: (() => Promise<unknown>)[] = [];
let images: BuiltImages;

const nats = await findClusterNats();
const why =
  whyNotBuilt() ??
  Podman.whyNot() ??
  (canRender ? undefined : 'no manifest is rendered') ??
  (nats ? undefined : 'there is no NATS server');
if (why !== undefined) process.stderr.write(`The tests of the images are skipped: ${why}.\n`);

beforeAll(async () => {
  if (why !== undefined) return;
  images = await BuiltImages.build(dockerfile.targets);
  undo.push(() => images.remove());
  // It installs packages of Debian and npm, beside other tests.
}, 1_800_000);
afterAll(async () => {
  for (const each of undo) await each();
}, 600_000);

describe.skipIf(why !== undefined).each(dockerfile.targets)('the image %s, built', (target) => {
  it('holds the files that the Dockerfile copies, which nobody can change, and no other but what it builds', async () => {
    const built = ['./node_modules/*', './site/dist/*'].flatMap((path) => ['-not', '-path', path]);
    const files = await filesIn(`${images.rootOf(target)}/app`, ...built);
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
    // With Node's compiled code, 18 MB. Development packages would add some hundred. Without the documentation.
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

describe.skipIf(why !== undefined)('the manifests, as pods', { timeout: 900_000 }, () => {
  let installation: Installation;
  let cluster: KubePlay;
  let client: TestClient;
  let credentials: Record<'LYCEUM_URL' | 'LYCEUM_CLIENT_ID' | 'LYCEUM_CLIENT_SECRET', string>;

  beforeAll(async () => {
    installation = await Installation.start(images.buildah, dockerfile.targets, nats ?? '');
    undo.unshift(() => installation.remove());
    cluster = installation.cluster;
    expect(await installation.lyceum(['operators', 'create', 'first', '--given-token'])).toBe('first: created\n');
    await installation.lyceum(['import', '-'], JSON.stringify(demoBundle()));
    const options = ['--institution', 'nordhafen', '--name', 'Door', '--json'];
    const { clientId, clientSecret } = JSON.parse(await installation.lyceum(['integrations', 'create', ...options]));
    const LYCEUM_URL = cluster.urlOf('gateway');
    credentials = { LYCEUM_URL, LYCEUM_CLIENT_ID: clientId, LYCEUM_CLIENT_SECRET: clientSecret };
    client = new TestClient(LYCEUM_URL, clientId, clientSecret);
  }, 1_800_000);

  it.each(DEPLOYMENTS)('%s runs with the limits and rights of its manifest, and passes its probes', async (name) => {
    const pod = cluster.podOf(name);
    const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;
    expect(await Promise.all(probes.map((each) => cluster.probe(pod, each)))).toEqual([true, true, true]);
    const { stdout } = await cluster.exec(pod, ['/nodejs/bin/node', '--eval', SELF]);
    expect(JSON.parse(stdout)).toEqual({
      user: 65_532,
      group: 65_532,
      memory: megabytesOf(pod) * 2 ** 20,
      capabilities: '0000000000000000',
      newPrivileges: '1',
      seccomp: '2',
      written: ['EROFS', 'EROFS', 'EROFS'],
    });
  });

  it('answer the requests of the README as it says', async ({ signal }) => {
    const reader = new Workspace();
    undo.unshift(async () => reader.remove());
    reader.prepare();
    const { code, stderr, printed } = await reader.runCommands(readReadme(), credentials, signal);
    expect(code, stderr).toBe(0);
    expect(printed.filter(({ step }) => step.shown)).toHaveLength(2);
    for (const { step, output } of printed) if (step.shown) expect(findMissing(step.shown, output), output).toBeNull();
  });

  it('serve requests to every service, the documentation, and events that came by NATS', async () => {
    const created = await client.post('/users', { email: 'ada@school.example', name: 'Ada' });
    expect(created.status).toBe(201);
    const userId = String(created.body.data.id);
    for (const path of ['/users', '/locations', '/appointments', '/curricula', `/time-tracking/logs?userId=${userId}`])
      expect([path, (await client.get(path)).status]).toEqual([path, 200]);
    for (const path of PAGES) expect([path, (await fetch(credentials.LYCEUM_URL + path)).status]).toEqual([path, 200]);
    await until('the event in the feed', async () =>
      (await client.walk('/events')).some((event) => JSON.stringify(event).includes(userId)),
    );
  });

  it('sign an administrator in at the console, by the link that the command line prints', async () => {
    const options = ['--institution', 'nordhafen', '--user', 'user01@nordhafen.example'];
    const link = new URL((await installation.lyceum(['administrators', 'link', ...options])).trim());
    const visitor = new Visitor(cluster.urlOf('console'));
    const hidden = hiddenIn(await visitor.get(link.pathname));
    const answer = await visitor.post(link.pathname, hidden, { origin: link.origin, 'sec-fetch-site': 'same-origin' });
    expect(answer.status).toBe(303);
    expect((await visitor.follow(answer)).text).toContain('Nordhafen');
  });

  it('let an operator’s session reach the services, the gateway and the databases, and make a Secret of new credentials', async () => {
    expect(JSON.parse(await installation.lyceum(['institutions', 'list', '--json']))).toMatchObject([
      { ref: 'nordhafen' },
    ]);
    expect(await installation.lyceum(['schema', 'check'])).toContain('directory');
    const options = ['--institution', 'nordhafen', '--name', 'Gate', '--kubernetes-secret', 'gate'];
    const secret = JSON.parse(await installation.lyceum(['integrations', 'create', ...options]));
    expect([secret.kind, secret.metadata.name, faultsOf(secret)]).toEqual(['Secret', 'gate', []]);
    const { clientId, clientSecret } = secret.stringData;
    expect((await new TestClient(credentials.LYCEUM_URL, clientId, clientSecret).get('/users')).status).toBe(200);
  });

  it('prove a backup by the pod of the restore drill, and report when', async () => {
    const proven = async () => {
      const { address } = cluster.podOf('identity');
      const scrape = await Scrape.of(`http://${address}:9464/metrics`);
      return scrape.value('lyceum_backup_proven_timestamp_seconds', { service: 'identity' });
    };
    expect(await proven()).toBeUndefined();
    const { code, stdout, stderr } = await installation.drill();
    expect([code, stderr, stdout]).toEqual([0, '', expect.stringMatching(/^The backup is proven\.$/m)]);
    await until('the metric', async () => ((await proven()) ?? 0) > 0);
  });

  it('and so does the profile of the Compose file, in containers', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lyceum-compose-'));
    const { code, stdout, stderr, proven } = await runComposeDrill(installation.podman, folder);
    expect([code, stderr, stdout]).toEqual([0, '', expect.stringMatching(/^The backup is proven\.$/m)]);
    expect(proven).toHaveLength(1);
  });

  it('go on while migrations run, which find nothing to do a second time', async () => {
    const { statuses } = await during(client, 'migration', async () => {
      for (const job of ['migrate-directory', 'migrate-scheduling']) await installation.runJob(job);
    });
    expect(statuses).toEqual([200, 201]);
  });

  it('are replaced pod by pod under traffic, which loses no request and no record', async () => {
    const ended: unknown[] = [];
    const { statuses, emails, repeated } = await during(client, 'rollout', async () => {
      for (const name of DEPLOYMENTS)
        for (const { code, stderr } of await cluster.replace(installation.deployment(name)))
          ended.push([name, code, stderr]);
    });
    // Each ended at SIGTERM as process 1, in good order.
    expect(ended).toEqual(DEPLOYMENTS.map((name) => [name, 0, '']));
    expect(statuses).toEqual([200, 201]);
    // The old gateway may close the client's one connection just as a request is sent.
    expect(repeated).toBeLessThanOrEqual(1);
    const stored = (await client.walk('/users')).map((user) => (user as unknown as { email: string }).email);
    expect(stored.filter((email) => email.startsWith('rollout')).toSorted()).toEqual(emails.toSorted());
  });

  it.each(['directory', 'gateway'])('a pod of %s that is killed comes back', async (name) => {
    const pod = cluster.podOf(name);
    const pid = Number(await installation.podman.inspect(pod.container, '{{.State.Pid}}'));
    process.kill(pid, 'SIGKILL');
    await until('a restart', async () => (await cluster.restartsOf(pod)) === 1, 60_000);
    await until('a request', () => isAnswered(client, '/users'), 300_000);
    expect(await cluster.probe(pod, 'readinessProbe')).toBe(true);
  });

  it('a pod that takes more memory than its limit is killed, and comes back', async () => {
    const pod = cluster.podOf('locations');
    const { stdout } = await cluster.exec(pod, ['/nodejs/bin/node', '--eval', EAT]);
    const eaten = Number(stdout.trim().split('\n').at(-1));
    expect(eaten).toBeGreaterThan(megabytesOf(pod) / 4);
    expect(eaten).toBeLessThan(megabytesOf(pod));
    await until('a restart', async () => (await cluster.restartsOf(pod)) === 1, 60_000);
    await until('a request', () => isAnswered(client, '/locations'), 300_000);
    expect(await cluster.probe(pod, 'readinessProbe')).toBe(true);
  });

  describe('a fault of a manifest is found', () => {
    afterEach(async () => {
      for (const pod of cluster.podsOf('faulty-directory')) await cluster.end(pod);
    });

    const faulty = (name: string, change: (container: Container & Record<string, unknown>) => object) => {
      const object = structuredClone(installation.deployment(name));
      Object.assign(containerOf(object), change(containerOf(object) as Container & Record<string, unknown>));
      Object.assign(object.metadata, { name: `faulty-${name}` });
      return object;
    };

    it.each([
      [
        'a variable is missing',
        'IDENTITY_PUBLIC_KEYS',
        ({ env = [] }: Container) => ({ env: env.filter((each) => each.name !== 'IDENTITY_PUBLIC_KEYS_FILE') }),
      ],
      [
        'a secret is not mounted',
        '/secrets/database/uri',
        ({ volumeMounts = [] }: Container) => ({
          volumeMounts: volumeMounts.filter(({ name }) => name !== 'database'),
        }),
      ],
      ['the limit is too low', 'does not start', () => ({ resources: { limits: { memory: '32Mi' } } })],
    ])('%s', async (_, message, change) => {
      await expect(cluster.deploy(faulty('directory', change))).rejects.toThrow(message);
    });
  });
});

const PAGES = [
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
];

/** What a process in a pod finds about itself. */
const SELF = `
  const { readFileSync, writeFileSync } = require('node:fs');
  const status = Object.fromEntries(readFileSync('/proc/1/status', 'utf8').split('\\n').map((line) => line.split(':\\t')));
  const write = (path) => { try { writeFileSync(path, ''); return 'written'; } catch ({ code }) { return code; } };
  console.log(JSON.stringify({
    user: Number(status.Uid.split('\\t')[0]),
    group: Number(status.Gid.split('\\t')[0]),
    memory: process.constrainedMemory(),
    capabilities: status.CapBnd,
    newPrivileges: status.NoNewPrivs,
    seccomp: status.Seccomp,
    written: ['/file', '/tmp/file', '/app/file'].map(write),
  }));
`;

/** Has process 1 take memory, by its debugger, and prints how many MiB it has taken, until it is gone. */
const EAT = `
  process.kill(1, 'SIGUSR1');
  const MIB = 16;
  const found = async () => (await fetch('http://127.0.0.1:9229/json/list')).json().catch(() => undefined);
  (async () => {
    let target;
    while (target === undefined) [target] = await found().catch(() => []);
    const debug = new WebSocket(target.webSocketDebuggerUrl);
    const expression = "(globalThis.eaten ??= []).push(Buffer.alloc(16 * 2 ** 20, 1))";
    const eat = (id) => debug.send(JSON.stringify({ id, method: 'Runtime.evaluate', params: { expression } }));
    debug.onopen = () => eat(1);
    debug.onmessage = ({ data }) => {
      const { id } = JSON.parse(data);
      console.log(id * MIB);
      if (id * MIB < 4096) eat(id + 1);
      else process.exit();
    };
    debug.onclose = () => process.exit();
  })();
`;

/** Whether a request is answered, at last. */
function isAnswered(client: TestClient, path: string): Promise<boolean> {
  return client.get(path).then(
    ({ status }) => status === 200,
    () => false,
  );
}

/** The memory limit of a pod, in MiB. */
function megabytesOf({ object }: Pod): number {
  return Number(containerOf(object).resources?.limits.memory.replace('Mi', ''));
}

/**
 * Creates users and reads appointments until something is over, and repeats a request that got no response with its
 * key, as the guides advise. Returns all statuses there were, the users' emails, and how many requests were repeated.
 */
async function during(client: TestClient, name: string, work: () => Promise<unknown>) {
  const [statuses, emails] = [new Set<number>(), [] as string[]];
  let [isOver, repeated] = [false, 0];
  const send = async (request: () => Promise<TestAnswer>) => {
    const answer = await request().catch((error: Error) => {
      if (!(error instanceof TypeError)) throw error;
      repeated++;
      return request();
    });
    statuses.add(answer.status);
  };
  const requests = (async () => {
    while (!isOver || emails.length < 10) {
      const [email, key] = [`${name}${emails.length}@school.example`, randomUUID()];
      await send(() => client.post('/users', { email, name: 'N' }, { key }));
      emails.push(email);
      await send(() => client.get('/appointments'));
      // Below the rate limit.
      await delay(100);
    }
  })();
  await Promise.all([work().finally(() => (isOver = true)), requests]);
  return { statuses: [...statuses].sort(), emails, repeated };
}

/** The regular files below a folder that match a `find` expression. */
async function filesIn(folder: string, ...expression: string[]): Promise<string[]> {
  const { stdout } = await run('find', ['.', '-type', 'f', ...expression, '-printf', '%P\n'], {
    cwd: folder,
    maxBuffer: 2 ** 24,
  });
  return stdout.split('\n').filter((path) => path !== '');
}

/** In MB, each without the preceding ones and the documentation. */
async function sizes(folder: string, ...paths: string[]): Promise<number[]> {
  const { stdout } = await run('du', ['--summarize', '--exclude=site/dist', '--block-size=MB', ...paths], {
    cwd: folder,
  });
  return stdout
    .trim()
    .split('\n')
    .map((line) => Number.parseInt(line, 10));
}
