import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { systemIds } from '../../platform/core/ids.ts';
import { Authority, type Certificate } from '../../test/support/calls/certificates.ts';
import { type CliAnswer, runCli } from '../../test/support/cli/run-cli.ts';
import { TestDatabases } from '../../test/support/postgres/test-databases.ts';
import { portOf, spawnGateway, spawnService } from '../../test/support/process/service-process.ts';
import { TestClient } from '../../test/support/test-client.ts';
import { TestScope } from '../../test/support/test-scope.ts';
import { until } from '../../test/support/until.ts';

/** Mutual TLS between processes, and between them and the command line, configured by the same variables. */
const scope = new TestScope();
const authority = new Authority('ours');
const other = new Authority('theirs');
let databases: TestDatabases;
/** Certificates as files, as a cluster mounts them. */
let files: Record<'ours' | 'expired' | 'theirs' | 'locations' | 'nobodys', Record<string, string>>;
let folder: string;
/** Where directory and identity are, by variable. */
let addresses: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-certificates-'));
  databases = await TestDatabases.create(inject('databaseServer'), `tls_${process.pid}`, ['directory', 'identity']);
  scope.onClear(() => databases.drop());
  files = {
    ours: await saved('ours', authority.issue('localhost')),
    expired: await saved('expired', authority.issue('localhost', { days: -1 })),
    theirs: await saved('theirs', other.issue('localhost')),
    locations: await saved('locations', authority.issue('localhost', { roles: ['locations'] })),
    nobodys: await saved('nobodys', authority.issue('localhost', { roles: [] })),
  };
  addresses = await startServices();
});
afterAll(async () => {
  await scope.clear();
  for (const each of [authority, other]) each.remove();
  await rm(folder, { recursive: true });
});

async function saved(name: string, certificate: Certificate): Promise<Record<string, string>> {
  const entries = Object.entries(certificate).map(async ([variable, pem]) => {
    const path = join(folder, `${name}-${variable}`);
    await writeFile(path, pem);
    return [`${variable}_FILE`, path];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Starts directory and identity with the current certificate files. */
async function startServices(): Promise<Record<string, string>> {
  const own = { ...files.ours, GRPC_HOST: 'localhost' };
  const start = async (service: string, peers: Readonly<Record<string, string>> = {}) => {
    const address = { service, databaseUrl: databases.url(service) };
    return `localhost:${await portOf(scope.run(spawnService(address, new Map(), { ...own, ...peers })))}`;
  };
  const DIRECTORY_URL = await start('directory');
  const others = Object.fromEntries(
    ['LOCATIONS', 'WEBHOOKS', 'ACTIVITY'].map((name) => [`${name}_URL`, 'localhost:1']),
  );
  return { DIRECTORY_URL, IDENTITY_URL: await start('identity', { DIRECTORY_URL, ...others }) };
}

const NOBODY = new Map(
  ['directory', 'identity', 'scheduling', 'curricula', 'locations', 'timetracking', 'webhooks', 'activity'].map(
    (name) => [name, 1],
  ),
);

describe('the command line', () => {
  const list = (env: Record<string, string>): Promise<CliAnswer> =>
    runCli(['institutions', 'list'], { environment: { ...addresses, ...env } });

  it('calls services with the certificates of GRPC_TLS_*', async () => {
    expect(await list(files.ours)).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    ['locations', /^error: The caller may not make this call\.$/m],
    ['nobodys', /cannot be reached: it rejects our certificate, which names no role/],
  ] as const)('may do nothing with a certificate that is %s, whatever its credentials', async (name, message) => {
    const { code, stdout, stderr } = await list(files[name]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  it.each([
    ['none', () => ({}), /cannot be reached: it closes the connection: it may require TLS/],
    ['one that has expired', () => files.expired, /cannot be reached: it closes the connection: .* our certificate/],
    [
      'one of another authority',
      () => files.theirs,
      /cannot be reached: its certificate is not from an authority that we/,
    ],
  ])('with %s is told what is wrong', async (_, env, message) => {
    const { code, stdout, stderr } = await list(env());
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });
});

describe('the gateway', () => {
  const spawn = (env: Record<string, string>) =>
    scope.run(spawnGateway(NOBODY, { ...addresses, REQUEST_TIMEOUT_MS: '2000', ...env }));

  it('is rejected with an expired certificate, and logs the reason', async () => {
    const gateway = spawn(files.expired);
    const client = new TestClient(`http://127.0.0.1:${await portOf(gateway)}`, systemIds.newClientId(), 'secret');
    expect((await client.get('/users')).status).toBe(503);
    const [line] = await gateway.waitForOutput(/^.*"service":"identity".*"fault":.*$/m);
    const fault = expect.stringMatching(/^it closes the connection: it may not trust our certificate/);
    expect(JSON.parse(line)).toMatchObject({ level: 40, fault });
  });

  it('calls a service, which presents the renewed certificate file after a restart', async () => {
    const gateway = spawn(files.ours);
    const url = `http://127.0.0.1:${await portOf(gateway)}`;
    const stranger = new TestClient(url, systemIds.newClientId(), 'secret');
    // Identity was called, and has no such client.
    await until('an answer of identity', async () => (await stranger.get('/users')).status === 401);
    expect(gateway.stdout).not.toMatch(/"service":"identity".*"msg":"a service cannot be reached"/);

    const renewed = other.issue('localhost');
    const both = authority.issue('localhost').GRPC_TLS_CA + renewed.GRPC_TLS_CA;
    files.ours = await saved('ours', { ...renewed, GRPC_TLS_CA: both });
    addresses = await startServices();
    const again = spawn(files.ours);
    const client = stranger.at(`http://127.0.0.1:${await portOf(again)}`);
    await until('an answer of identity', async () => (await client.get('/users')).status === 401);
  });
});
