import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { present } from '../platform/core/present.ts';
import { IntegrationService } from '../proto/gen/lyceum/identity/v1/integration_pb.ts';
import { TEST_OPERATOR_TOKEN } from '../test/support/calls/test-identities.ts';
import { type CliAnswer, runCli } from '../test/support/cli/run-cli.ts';
import { TestClient } from '../test/support/test-client.ts';
import { TestSystem } from '../test/support/test-system.ts';
import { runCommandLine } from './program.ts';
import { Terminal } from './terminal/terminal.ts';

let folder: string;
let path: string;
const system = await TestSystem.start();
const institution = await system.newInstitution();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secret-'));
  path = join(folder, 'secret');
});
afterEach(() => rm(folder, { recursive: true }));

const lyceum = (...args: string[]): Promise<CliAnswer> =>
  runCli(['integrations', ...args], { environment: system.addresses });
const create = (...args: string[]) => lyceum('create', '--institution', institution.id, '--name', 'Door', ...args);
const works = async (clientId: string, secret: string) =>
  (await new TestClient(system.url, clientId, secret).get('/users')).status === 200;
const integrations = async () =>
  ((await lyceum('list', '--institution', institution.id, '--json')).json as unknown[]).length;

describe('the new token of a directory sync', () => {
  const scim = async (token: string) =>
    (await fetch(`${system.url}/scim/v2/Users`, { headers: { authorization: `Bearer ${token}` } })).status;

  it('is one piece, as the directory wants it', async () => {
    const { clientId, token } = await newSync();
    expect(await scim(token)).toBe(200);
    const { json } = await lyceum('rotate', clientId, '--json');
    expect(Object.keys(json)).toEqual(['clientId', 'bearerToken']);
    expect(await scim(json.bearerToken)).toBe(200);
    await lyceum('rotate', clientId, '--secret-file', path, '--keep-old', '0s');
    expect(await scim(await readFile(path, 'utf8'))).toBe(200);
    const manifest = await lyceum('rotate', clientId, '--kubernetes-secret', 'scim', '--keep-old', '0s');
    expect(await scim(manifest.json.stringData.bearerToken)).toBe(200);
  });

  const newSync = async () => {
    const { integration, clientSecret } = await institution.operator(IntegrationService.method.createIntegration, {
      name: 'Entra ID',
      isDirectorySync: true,
    });
    const { clientId } = present(integration, 'integration');
    return { clientId, token: `${clientId}.${clientSecret}` };
  };
});

describe('a new secret', () => {
  it('is written to a new file for its owner alone, and nowhere else', async () => {
    const created = await create('--secret-file', path, '--json');
    const secret = await readFile(path, 'utf8');
    expect([created.code, created.json.secretFile, (await stat(path)).mode & 0o777]).toEqual([0, path, 0o600]);
    expect(created.stdout + created.stderr).not.toContain(secret);
    expect(created.stderr).toContain('in no other place than this file');

    const next = `${path}-2`;
    const rotated = await lyceum('rotate', created.json.clientId, '--secret-file', next);
    const second = await readFile(next, 'utf8');
    expect(rotated.stdout).toMatch(new RegExp(`^CLIENT ID +SECRET FILE\n${created.json.clientId} +${next}\n$`));
    for (const each of [secret, second]) expect(await works(created.json.clientId, each)).toBe(true);
    expect(rotated.stdout + rotated.stderr).not.toContain(second);
  });

  it.each([
    ['a file', () => writeFile(path, 'mine')],
    ['a link', () => symlink(join(folder, 'elsewhere'), path)],
  ])('does not overwrite %s, and creates nothing', async (_, prepare) => {
    await prepare();
    const before = await integrations();
    const { code, stdout, stderr } = await create('--secret-file', path);
    expect([code, stdout, stderr]).toEqual([2, '', `error: ${path} already exists and is not overwritten\n`]);
    expect([await integrations(), await readdir(folder)]).toEqual([before, ['secret']]);
  });

  it('is not issued if the folder does not exist', async () => {
    const nowhere = join(path, 'x');
    const { code, stderr } = await create('--secret-file', nowhere);
    expect([code, stderr]).toEqual([2, `error: Cannot write ${nowhere}: ENOENT\n`]);
  });

  it('leaves no file if it is not issued', async () => {
    const { code, stderr } = await lyceum('rotate', 'nobody', '--secret-file', path);
    expect([code, stderr]).toEqual([2, 'error: The integration does not exist.\n']);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is printed as a Secret for kubectl with all credentials', async () => {
    const { code, json } = await create('--kubernetes-secret', 'front-door');
    expect([code, json]).toEqual([
      0,
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'front-door' },
        type: 'Opaque',
        stringData: { clientId: expect.any(String), clientSecret: expect.any(String) },
      },
    ]);
    expect(await works(json.stringData.clientId, json.stringData.clientSecret)).toBe(true);
  });

  it.each([
    [['--kubernetes-secret', 'Front Door'], '"Front Door" is not a valid name of a Kubernetes Secret'],
    [['--kubernetes-secret', 'x', '--json'], 'cannot be used with option'],
    [[], 'Standard output is not a terminal, so the secret is not printed. Use --secret-file PATH'],
  ])('is not issued with %j', async (options, fault) => {
    const before = await integrations();
    const { code, stdout, stderr } = await create(...options);
    expect([code, stdout, await integrations()]).toEqual([2, '', before]);
    expect(stderr).toContain(fault);
  });

  it('is printed on a terminal, on standard output only', async () => {
    const stdout = Object.assign(new PassThrough(), { isTTY: true });
    const stderr = new PassThrough();
    const environment = { ...system.addresses, LYCEUM_OPERATOR_TOKEN: TEST_OPERATOR_TOKEN, NO_COLOR: '1' };
    const terminal = new Terminal({ stdin: new PassThrough(), stdout, stderr }, environment);
    const args = ['integrations', 'create', '--institution', institution.id, '--name', 'Gate'];
    expect(await runCommandLine(args, { terminal, environment })).toBe(0);
    const [header, row = ''] = String(stdout.read(stdout.readableLength)).split('\n');
    expect(header).toMatch(/^CLIENT ID +CLIENT SECRET$/);
    const [clientId = '', clientSecret = ''] = row.split(/ {2,}/);
    expect(await works(clientId, clientSecret)).toBe(true);
    expect(String(stderr.read(stderr.readableLength))).toMatch(/shown only once/);
    const { stdout: list } = await lyceum('list', '--institution', institution.id);
    expect(list).toMatch(
      new RegExp(`^${clientId} +Gate +active +full +all +1 +- +\\S+ +2026-10-05T08:00:00.000Z +`, 'm'),
    );
    expect(list).not.toContain(clientSecret);
  });
});
