import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { natsUsers } from '../../deploy/installation/nats-users.ts';
import type { NatsUser } from '../../platform/events/nats/nats-user.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { TEST_OPERATOR_TOKEN } from '../support/calls/test-identities.ts';
import { always, newEnvelope } from '../support/nats/events.ts';
import { TestNats } from '../support/nats/nats-server.ts';
import { newTestBus } from '../support/nats/nats-users.ts';
import { Program, projectRoot } from '../support/process/program.ts';
import { describeInOneProcess } from '../support/shape/shape.ts';
import { TestSystem } from '../support/test-system.ts';

/** The steps of docs/internal-services.md, in an empty project with the contracts package. */
const page = readFileSync(`${projectRoot}docs/internal-services.md`, 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, of]) => of === language).map(([, , text = '']) => text);
const samples = new Map(blocks('ts').map((text) => [/^\/\/ (\S+)/.exec(text)?.[1] ?? '', text]));
/** The page's configuration entry, as the operators of an installation write it. */
const billing = new Function(`return ${blocks('text').find((text) => text.startsWith('{'))}`)() as NatsUser;

const require = (path: string) => JSON.parse(readFileSync(join(projectRoot, path), 'utf8'));
const NEEDED = ['@connectrpc/connect', '@connectrpc/connect-node', '@nats-io/jetstream', '@nats-io/transport-node'];
/** Packages and their dependencies, as installed here. */
function withTheirs(names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names.filter((each) => !found.has(each))) {
    found.add(name);
    const { dependencies = {}, peerDependencies = {} } = require(`node_modules/${name}/package.json`);
    withTheirs(Object.keys({ ...dependencies, ...peerDependencies }), found);
  }
  return found;
}

/**
 * An empty project with the packed contracts installed; other dependencies are copied, so that no registry is
 * contacted.
 */
function newProject(): string {
  const path = mkdtempSync(join(tmpdir(), 'lyceum-consumer-'));
  const npm = (...args: string[]) =>
    execFileSync('npm', args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'inherit'] });
  npm('run', '--silent', 'proto:package', '--', join(path, 'contracts'));
  npm('pack', '--silent', join(path, 'contracts'), '--pack-destination', path);
  const { dependencies, devDependencies } = require('package.json');
  const versions = Object.fromEntries(NEEDED.map((name) => [name, dependencies[name]]));
  const types = { '@types/node': devDependencies['@types/node'] };
  const manifest = { private: true, type: 'module', dependencies: versions, devDependencies: types };
  writeFileSync(join(path, 'package.json'), JSON.stringify(manifest));
  for (const name of withTheirs([...NEEDED, '@bufbuild/protovalidate', '@types/node'])) {
    mkdirSync(dirname(join(path, 'node_modules', name)), { recursive: true });
    cpSync(join(projectRoot, 'node_modules', name), join(path, 'node_modules', name), { recursive: true });
  }
  const packed = readdirSync(path).find((name) => name.endsWith('.tgz')) ?? '';
  npm('install', '--offline', '--no-audit', '--no-fund', '--silent', '--prefix', path, join(path, packed));
  for (const [name, text] of samples) writeFileSync(join(path, name), text);
  return path;
}

describeInOneProcess('the page is about npm start', 'the page about internal services', () => {
  let system: TestSystem;
  let nats: TestNats;
  let project: string;
  let environment: Record<string, string>;
  beforeAll(async () => {
    project = newProject();
    [system, nats] = await Promise.all([TestSystem.start({ explains: true }), TestNats.start([...natsUsers, billing])]);
    const { id, operator } = await system.newInstitution();
    await operator(UserService.method.createUser, {
      user: { email: 'grace@x.example', firstName: 'Grace', lastName: 'Hopper' },
    });
    environment = {
      LYCEUM_DIRECTORY: `http://${system.addresses.GRPC_URL}`,
      LYCEUM_DIRECTORY_CONNECT: `http://127.0.0.1:${system.lyceum.connectPort}`,
      LYCEUM_IDENTITY: `http://${system.addresses.GRPC_URL}`,
      LYCEUM_IDENTITY_CONNECT: `http://127.0.0.1:${system.lyceum.connectPort}`,
      LYCEUM_OPERATOR_TOKEN: TEST_OPERATOR_TOKEN,
      INSTITUTION_ID: id,
      NATS_URL: nats.urlOf('billing'),
    };
  });
  afterAll(async () => {
    await system.stop();
    await nats.remove();
    rmSync(project, { recursive: true });
  });
  const run = (sample: string, env = environment) =>
    Program.spawn(`${projectRoot}node_modules/.bin/node`, [sample], { cwd: project, env });

  it('has samples that compile', async () => {
    expect([...samples.keys()]).toEqual(['list-users.ts', 'hear-users.ts']);
    const options = { strict: true, module: 'nodenext', noEmit: true, types: ['node'], skipLibCheck: true };
    const include = [...samples.keys()];
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include }));
    const tsc = Program.spawn(`${projectRoot}node_modules/.bin/tsc`, ['-p', project]);
    expect([await tsc.exited, tsc.stdout]).toEqual([{ code: 0, signal: null }, '']);
  });

  it('calls a service from TypeScript, and receives its refusals', async () => {
    const listed = run('list-users.ts');
    expect([(await listed.exited).code, listed.stdout, listed.stderr]).toEqual([0, 'grace@x.example \n', '']);
    const refused = run('list-users.ts', { ...environment, INSTITUTION_ID: 'x' });
    expect([(await refused.exited).code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(/^CALLER_UNAUTHENTICATED: /);
  });

  it('calls a service from the command line, with JSON and with reflection', async () => {
    const [script = ''] = blocks('sh');
    const PATH = `${projectRoot}node_modules/.bin:${process.env.PATH}`;
    const shell = Program.spawn('bash', ['-euo', 'pipefail', '-c', script], { env: { ...environment, PATH } });
    expect([(await shell.exited).code, shell.stderr]).toEqual([0, '']);
    expect(shell.stdout.match(/"email": ?"grace@x\.example"/g)).toHaveLength(2);
    expect(shell.stdout).toContain('lyceum.directory.v1.UserService/ListUsers');
  });

  it('receives a durable consumer’s events, and skips those of other types', async () => {
    const type = 'lyceum.directory.v1.UserUpdated';
    const { bus, close } = await newTestBus(nats.urlOf('directory'));
    const event = (name: string, resourceId: string) =>
      newEnvelope({
        type: `lyceum.directory.v1.${name}`,
        institutionId: environment.INSTITUTION_ID ?? '',
        resourceId,
        changed: ['email', 'code'],
      });
    await bus.publish([event('CourseCreated', 'c1'), event('UserUpdated', 'u1')], always);
    const consumer = run('hear-users.ts');
    await consumer.waitForOutput(/u1/);
    expect([consumer.stdout, consumer.stderr]).toEqual([`${type} u1 email,code\n`, '']);
    consumer.child.kill();
    await consumer.exited;
    await close();
  });
});
