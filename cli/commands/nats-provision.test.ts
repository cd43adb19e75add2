import { jetstreamManager } from '@nats-io/jetstream';
import { connect, nanos } from '@nats-io/transport-node';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestNats } from '../../dev/testing/nats-server.ts';
import { natsUsers } from '../../installation/nats-users.ts';
import { natsServers } from '../../platform/events/nats/nats-servers.ts';
import { ADMIN } from '../../platform/events/nats/nats-user.ts';
import { runCli } from '../testing/run-cli.ts';

const DAY_MS = 86_400_000;
let nats: TestNats;
beforeEach(async () => {
  nats = await TestNats.start(natsUsers);
});
afterEach(() => nats.remove());

const provision = (environment: Record<string, string>) => runCli(['nats', 'provision'], { environment });

/** Runs work on the streams as the administrator. */
async function streams<T>(work: (jsm: Awaited<ReturnType<typeof jetstreamManager>>) => Promise<T>): Promise<T> {
  const connection = await connect(natsServers({ url: nats.urlOf(ADMIN) }));
  try {
    return await work(await jetstreamManager(connection));
  } finally {
    await connection.close();
  }
}
const configs = () =>
  streams(async (jsm) => ({
    events: (await jsm.streams.info('LYCEUM_EVENTS')).config,
    rates: (await jsm.streams.info('KV_LYCEUM_RATES')).config,
  }));

it('creates what is missing, and changes nothing the next time', async () => {
  await streams(async (jsm) => {
    for (const name of await jsm.streams.names().next()) await jsm.streams.delete(name);
  });
  for (let time = 0; time < 2; time++) {
    const { code, stdout, stderr } = await provision({ NATS_URL: nats.urlOf(ADMIN) });
    expect([code, stdout, stderr]).toEqual([0, 'up to date\n', '']);
    expect(await configs()).toMatchObject({
      events: { subjects: ['lyceum.>'], max_age: nanos(7 * DAY_MS), max_bytes: -1, num_replicas: 1, discard: 'new' },
      rates: { max_age: nanos(120_000), max_msg_size: 5_032, max_msgs_per_subject: 1 },
    });
  }
});

it('updates streams with other settings', async () => {
  await streams(async (jsm) => {
    await jsm.streams.update('LYCEUM_EVENTS', { allow_direct: false });
    await jsm.streams.update('KV_LYCEUM_RATES', { max_msg_size: -1 });
  });
  const own = { NATS_URL: nats.urlOf(ADMIN), NATS_EVENTS_DAYS: '3', NATS_EVENTS_BYTES: '1000000' };
  expect((await provision(own)).code).toBe(0);
  expect(await configs()).toMatchObject({
    events: { allow_direct: true, max_age: nanos(3 * DAY_MS), max_bytes: 1_000_000 },
    rates: { max_msg_size: 5_032 },
  });
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
