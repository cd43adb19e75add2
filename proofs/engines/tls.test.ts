import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { SERVICES } from '../../cli/service-names.ts';
import { systemIds } from '../../platform/core/ids.ts';
import { Authority } from '../../test/support/calls/certificates.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { TestDatabases } from '../../test/support/postgres/test-databases.ts';
import { portOf, spawnGateway, spawnService } from '../../test/support/process/service-process.ts';
import { TestClient } from '../../test/support/test-client.ts';
import { TestScope } from '../../test/support/test-scope.ts';
import { until } from '../../test/support/until.ts';

/** Mutual TLS between processes, and between them and the command line, configured by the same variables. */
const scope = new TestScope();
const authority = new Authority('ours');
const other = new Authority('theirs');
const OURS = { ...authority.issue('localhost') };
/** Where directory and identity are, by variable. */
let addresses: Record<string, string>;

beforeAll(async () => {
  const databases = await TestDatabases.create(inject('databaseServer'), `tls_${process.pid}`, [
    'directory',
    'identity',
  ]);
  scope.onClear(() => databases.drop());
  const start = async (service: string, peers: Readonly<Record<string, string>> = {}) => {
    const address = { service, databaseUrl: databases.url(service) };
    const env = { ...OURS, GRPC_HOST: 'localhost', ...peers };
    return `localhost:${await portOf(scope.run(spawnService(address, new Map(), env)))}`;
  };
  const DIRECTORY_URL = await start('directory');
  const nowhere = Object.fromEntries(
    ['CURRICULA', 'LOCATIONS', 'SCHEDULING', 'TIMETRACKING', 'WEBHOOKS', 'ACTIVITY'].map((each) => [
      `${each}_URL`,
      'localhost:1',
    ]),
  );
  addresses = { DIRECTORY_URL, IDENTITY_URL: await start('identity', { DIRECTORY_URL, ...nowhere }) };
});
afterAll(async () => {
  await scope.clear();
  for (const each of [authority, other]) each.remove();
});

const list = (env: object) => runCli(['institutions', 'list'], { environment: { ...addresses, ...env } });

it('the command line and the gateway call services with the certificates of GRPC_TLS_*', async () => {
  expect(await list(OURS)).toMatchObject({ code: 0, stderr: '' });
  const uncalled = new Map(SERVICES.map((name) => [name, 1]));
  const gateway = scope.run(spawnGateway(uncalled, { ...addresses, ...OURS }));
  const stranger = new TestClient(`http://127.0.0.1:${await portOf(gateway)}`, systemIds.newClientId(), 'secret');
  // Identity was called, and has no such client.
  await until('an answer of identity', async () => (await stranger.get('/users')).status === 401);
});

it.each([
  ['of locations', { roles: ['locations'] }, /^error: The caller is not allowed to make this call\.$/m],
  ['of nobody', { roles: [] }, /cannot be reached: it rejects our certificate, which names no role/],
] as const)('may do nothing with a certificate that is %s, whatever its credentials', async (_, options, message) => {
  const { code, stdout, stderr } = await list(authority.issue('localhost', options));
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)]);
});

it.each([
  ['no certificate', () => ({}), /cannot be reached: it closes the connection: it may require TLS/],
  [
    'one that has expired',
    () => authority.issue('localhost', { days: -1 }),
    /cannot be reached: it closes the connection: .* our certificate/,
  ],
  [
    'one of another authority',
    () => other.issue('localhost'),
    /cannot be reached: its certificate is not from an authority that we/,
  ],
])('the command line with %s is told what is wrong', async (_, issue, message) => {
  const { code, stdout, stderr } = await list(issue());
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(message)]);
});
