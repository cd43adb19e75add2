import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readReadme } from '../../../test/docs/guides/guide.ts';
import { findMissing } from '../../../test/docs/guides/shown.ts';
import { Workspace } from '../../../test/docs/guides/workspace.ts';
import { demoBundle } from '../../../test/support/cli/bundles.ts';
import { hiddenIn, Visitor } from '../../../test/support/console/visitor.ts';
import { Dockerfile } from '../../../test/support/deploy/dockerfile.ts';
import { imageFiles } from '../../../test/support/deploy/image-files.ts';
import { containerOf } from '../../../test/support/deploy/kubernetes.ts';
import { canRender } from '../../../test/support/deploy/render.ts';
import { BuiltImages, whyNotBuilt } from '../../../test/support/image/built-images.ts';
import { TestClient } from '../../../test/support/test-client.ts';
import { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';
import { DEPLOYMENTS, Installation } from './installation.ts';
import { Podman } from './podman.ts';

const run = promisify(execFile);

const dockerfile = Dockerfile.read();
const scope = new TestScope();
let images: BuiltImages;

const why = whyNotBuilt() ?? Podman.whyNot() ?? (canRender ? undefined : 'no manifest is rendered');
if (why !== undefined) process.stderr.write(`The tests of the images are skipped: ${why}.\n`);

/** The images of the Dockerfile, and an installation of them by the manifests, as pods. */
describe.skipIf(why !== undefined)('the images', { timeout: 900_000 }, () => {
  let installation: Installation;
  let client: TestClient;
  let credentials: Record<'LYCEUM_URL' | 'LYCEUM_CLIENT_ID' | 'LYCEUM_CLIENT_SECRET', string>;

  beforeAll(async () => {
    images = await BuiltImages.build(dockerfile.targets);
    scope.onClear(() => images.remove());
    installation = await Installation.start(scope, images.buildah, dockerfile.targets);
    expect(await installation.lyceum(['operators', 'create', 'first', '--given-token'])).toBe('first: created\n');
    await installation.lyceum(['import', '-'], JSON.stringify(demoBundle()));
    const options = ['--institution', 'nordhafen', '--name', 'Door', '--json'];
    const { clientId, clientSecret } = JSON.parse(await installation.lyceum(['integrations', 'create', ...options]));
    const LYCEUM_URL = installation.cluster.urlOf('gateway');
    credentials = { LYCEUM_URL, LYCEUM_CLIENT_ID: clientId, LYCEUM_CLIENT_SECRET: clientSecret };
    client = new TestClient(LYCEUM_URL, clientId, clientSecret);
    // It installs packages of Debian and npm, beside other tests.
  }, 3_600_000);
  afterAll(() => scope.clear(), 600_000);

  it.each(dockerfile.targets)(
    '%s has the files that the Dockerfile copies, which nobody can change',
    async (target) => {
      const root = images.rootOf(target);
      const built = ['./node_modules/*', './site/dist/*'].flatMap((path) => ['-not', '-path', path]);
      const files = await filesIn(`${root}/app`, ...built);
      expect(files.toSorted()).toEqual([...imageFiles(dockerfile, target).keys()].toSorted());
      expect(await filesIn(root, '(', '-not', '-user', '0', '-o', '-perm', '/022', ')')).toEqual([]);
      // Node reads compiled code only from the folder of its release and user.
      const caches = await readdir(`${root}/app/node_modules/.cache/compile`);
      expect(caches).toEqual([expect.stringMatching(new RegExp(`^${process.version}-.*-65532$`))]);
      expect(images.configOf(target)).toMatchObject({
        User: '65532:65532',
        WorkingDir: '/app',
        StopSignal: 'SIGTERM',
        Entrypoint: dockerfile.entryOf(target),
        Labels: { 'org.opencontainers.image.base.name': 'localhost/base-runtime' },
      });
      // With Node's compiled code, 18 MB. Development packages would add some hundred.
      const { stdout } = await run('du', ['--summarize', '--block-size=MB', 'app/node_modules'], { cwd: root });
      expect(Number.parseInt(stdout, 10)).toBeLessThan(125);
    },
  );

  it.each(DEPLOYMENTS)('%s runs with the limits and rights of its manifest, and passes its probes', async (name) => {
    const { cluster } = installation;
    const pod = cluster.podOf(name);
    const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;
    expect(await Promise.all(probes.map((each) => cluster.probe(pod, each)))).toEqual([true, true, true]);
    const { stdout } = await cluster.exec(pod, ['/nodejs/bin/node', '--eval', SELF]);
    expect(JSON.parse(stdout)).toEqual({
      user: 65_532,
      group: 65_532,
      memory: Number(containerOf(pod.object).resources?.limits.memory.replace('Mi', '')) * 2 ** 20,
      capabilities: '0000000000000000',
      newPrivileges: '1',
      seccomp: '2',
      written: ['EROFS', 'EROFS', 'EROFS'],
    });
  });

  it('answer the requests of the README as it says', async ({ signal }) => {
    const reader = new Workspace();
    scope.onClear(async () => reader.remove());
    reader.prepare();
    const { code, stderr, printed } = await reader.runCommands(readReadme(), credentials, signal);
    expect(code, stderr).toBe(0);
    expect(printed.filter(({ step }) => step.shown)).toHaveLength(2);
    for (const { step, output } of printed) if (step.shown) expect(findMissing(step.shown, output), output).toBeNull();
  });

  it('serve every service, the documentation, events that came by NATS, the console and operators', async () => {
    const created = await client.post('/users', { email: 'ada@school.example', name: 'Ada' });
    expect(created.status).toBe(201);
    const userId = String(created.body.data.id);
    for (const path of ['/users', '/locations', '/appointments', '/curricula', `/time-tracking/logs?userId=${userId}`])
      expect([path, (await client.get(path)).status]).toEqual([path, 200]);
    for (const path of ['/docs', '/docs/scalar.js', '/docs/search?q=key', '/api/v4/openapi.json', '/errors'])
      expect([path, (await fetch(credentials.LYCEUM_URL + path)).status]).toEqual([path, 200]);
    const events = () => client.walk('/events');
    await until('the event in the feed', async () => JSON.stringify(await events()).includes(userId));

    const options = ['--institution', 'nordhafen', '--user', 'user01@nordhafen.example'];
    const link = new URL((await installation.lyceum(['administrators', 'link', ...options])).trim());
    const visitor = new Visitor(installation.cluster.urlOf('console'));
    const hidden = hiddenIn(await visitor.get(link.pathname));
    const answer = await visitor.post(link.pathname, hidden, { origin: link.origin, 'sec-fetch-site': 'same-origin' });
    expect(answer.status).toBe(303);
    expect((await visitor.follow(answer)).text).toContain('Nordhafen');
    expect(await installation.lyceum(['schema', 'check'])).toContain('directory');
  });
});

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

/** The regular files below a folder that match a `find` expression. */
async function filesIn(folder: string, ...expression: string[]): Promise<string[]> {
  const { stdout } = await run('find', ['.', '-type', 'f', ...expression, '-printf', '%P\n'], {
    cwd: folder,
    maxBuffer: 2 ** 24,
  });
  return stdout.split('\n').filter((path) => path !== '');
}
