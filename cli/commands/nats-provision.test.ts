import { jetstreamManager, StorageType } from '@nats-io/jetstream';
import { connect, nanos } from '@nats-io/transport-node';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { natsUsers } from '../../deploy/installation/nats-users.ts';
import { natsAccounts } from '../../deploy/nats/accounts.ts';
import { isOldNats } from '../../deploy/nats/server-version.ts';
import { findNatsServer } from '../../dev/nats-server/find-nats-server.ts';
import { programVersion } from '../../dev/nats-server/program-version.ts';
import { DAY_MS } from '../../platform/core/instant.ts';
import { natsServers } from '../../platform/events/nats/nats-link.ts';
import { ADMIN, BUCKETS_API } from '../../platform/events/nats/nats-user.ts';
import { runCli } from '../../test/support/cli/run-cli.ts';
import { TestNats } from '../../test/support/nats/nats-server.ts';

let nats: TestNats;
/** What the command prints about the server that the tests have. */
const version = await programVersion(await findNatsServer(process.env));
const about = isOldNats(version)
  ? `NATS ${version} has known vulnerabilities: install 2.11.16 or later, 2.12.7 or later of 2.12\n`
  : '';
beforeEach(async () => {
  nats = await TestNats.start(natsUsers);
});
afterEach(() => nats.remove());

const provision = (environment: Record<string, string>) => runCli(['nats', 'provision'], { environment });

type Manager = Awaited<ReturnType<typeof jetstreamManager>>;

/** Runs work on the stream and on the buckets as the administrator. */
async function streams<T>(work: (jsm: Manager, buckets: Manager) => Promise<T>): Promise<T> {
  const connection = await connect(natsServers({ url: nats.urlOf(ADMIN) }));
  try {
    return await work(
      await jetstreamManager(connection),
      await jetstreamManager(connection, { apiPrefix: BUCKETS_API }),
    );
  } finally {
    await connection.close();
  }
}
const configs = () =>
  streams(async (jsm, buckets) => ({
    events: (await jsm.streams.info('LYCEUM_EVENTS')).config,
    rates: (await buckets.streams.info('KV_LYCEUM_RATES')).config,
  }));

it('creates what is missing, and changes nothing the next time', async () => {
  await streams(async (...managers) => {
    for (const { streams } of managers) for (const name of await streams.names().next()) await streams.delete(name);
  });
  const { json } = await runCli(['status', '--json'], { environment: { NATS_URL: nats.urlOf('operator') } });
  expect(json.findings).toContainEqual(
    expect.objectContaining({ thing: 'NATS', state: 'wrong', remedy: 'lyceum nats provision' }),
  );
  for (let time = 0; time < 2; time++) {
    const { code, stdout, stderr } = await provision({ NATS_URL: nats.urlOf(ADMIN) });
    expect([code, stdout, stderr]).toEqual([0, 'up to date\n', about]);
    expect(await configs()).toMatchObject({
      events: { subjects: ['lyceum.>'], max_age: nanos(7 * DAY_MS), max_bytes: -1, num_replicas: 1, discard: 'new' },
      rates: { max_age: nanos(120_000), max_msg_size: 5_032, max_msgs_per_subject: 1, storage: StorageType.Memory },
    });
  }
});

it('updates streams with other settings', async () => {
  await streams(async (jsm, buckets) => {
    await jsm.streams.update('LYCEUM_EVENTS', { allow_direct: false });
    await buckets.streams.update('KV_LYCEUM_RATES', { max_msg_size: -1 });
  });
  const own = { NATS_URL: nats.urlOf(ADMIN), NATS_EVENTS_DAYS: '3', NATS_EVENTS_BYTES: '1000000' };
  expect((await provision(own)).code).toBe(0);
  expect(await configs()).toMatchObject({
    events: { allow_direct: true, max_age: nanos(3 * DAY_MS), max_bytes: 1_000_000 },
    rates: { max_msg_size: 5_032 },
  });
});

it('says what a server without the accounts of deploy/nats lacks', async () => {
  const { COUNTS, ...accounts } = natsAccounts(natsUsers);
  const withoutImports = ['LYCEUM', 'GATEWAY'].map((name) => [name, { ...accounts[name], imports: [] }]);
  nats.change({ accounts: { ...accounts, ...Object.fromEntries(withoutImports) } });
  await nats.end();
  await nats.start();
  const { code, stderr } = await provision({ NATS_URL: nats.urlOf(ADMIN) });
  expect([code, stderr]).toEqual([2, expect.stringContaining('its configuration has no account COUNTS')]);
});

it.each([
  ['NATS_URL is not set', () => ({}), 'NATS_URL is missing'],
  ['NATS is unavailable', () => ({ NATS_URL: 'nats://admin:a@127.0.0.1:1' }), 'NATS could not be provisioned'],
  [
    'NATS has too few servers',
    () => ({ NATS_URL: nats.urlOf(ADMIN), NATS_REPLICAS: '3' }),
    'NATS answers, but has fewer servers than the 3',
  ],
  ['the user is not the administrator', () => ({ NATS_URL: nats.urlOf('directory') }), 'NATS could not be provisioned'],
  ['a limit is invalid', () => ({ NATS_URL: nats.urlOf(ADMIN), NATS_REPLICAS: '7' }), 'NATS_REPLICAS must be'],
])('reports when %s', async (_, environment, message) => {
  const { code, stdout, stderr } = await provision(environment());
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
});
