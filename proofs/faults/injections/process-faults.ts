import { setTimeout as delay } from 'node:timers/promises';
import { LOCK_SILENCE_MS } from '../../../libraries/pg-batch/index.ts';
import { HeldTable } from '../../../test/support/postgres/held-table.ts';
import { query } from '../../../test/support/postgres/query.ts';
import type { TcpProxy } from '../../../test/support/tcp-proxy.ts';
import { until } from '../../../test/support/until.ts';
import type { Fleet } from '../fleet/fleet.ts';
import { type Replica, SERVICES, type Service, serviceOf } from '../fleet/parts.ts';
import type { Platform } from '../fleet/platform.ts';
import { fault } from './fault.ts';

export const killService = (service: Service) =>
  fault(`kill -9 ${service}`, { touches: [service] }, async (fleet, watch) => {
    await fleet.kill(service);
    await watch.failures(5, [service]);
    await fleet.launch(service);
  });

/** Requests to the receiver are in flight, and events on their way into the feed. The next process continues both. */
export const killWebhooks = fault(
  'kill -9 webhooks amid events and deliveries',
  { touches: ['webhooks'] },
  async (fleet, watch, receiver) => {
    await receiver.hold();
    const feed = await HeldTable.hold(fleet.databaseUrl('webhooks'), FEED);
    await feed.waiters(1);
    await fleet.kill('webhooks');
    await feed.release();
    await watch.failures(5, ['webhooks']);
    await fleet.launch('webhooks');
    receiver.release();
    await endLeases(fleet);
  },
);

export const killGateway = fault('kill -9 a gateway', { cutsOff: true }, async (fleet, watch) => {
  await fleet.kill('gateway-1');
  await watch.cutOffs(20);
  await fleet.launch('gateway-1');
});

/** Pauses the service until requests have timed out. */
export const pauseService = (service: Service) =>
  fault(`SIGSTOP ${service}`, { touches: [service] }, async (fleet, watch) => {
    fleet.signal(service, 'SIGSTOP');
    await watch.failures(5, [service]);
    fleet.signal(service, 'SIGCONT');
  });

/** Pauses the service until its relay loses the outbox lock. When the relay resumes, it still acts as the holder. */
export const pauseServiceLong = (service: Service) =>
  fault(`SIGSTOP ${service}, relay lost`, { touches: [service] }, async (fleet, watch) => {
    fleet.signal(service, 'SIGSTOP');
    await Promise.all([watch.failures(20, [service]), delay(RELAY_LOST_MS)]);
    fleet.signal(service, 'SIGCONT');
  });

/** A gateway that hangs keeps its requests open. Only its clients can end them. */
export const pauseGateway = fault('SIGSTOP a gateway', { cutsOff: true }, async (fleet) => {
  fleet.signal('gateway-2', 'SIGSTOP');
  await delay(GATEWAY_PAUSE_MS);
  fleet.signal('gateway-2', 'SIGCONT');
});

/**
 * The other process of the service takes over, including the delivery of events. Requests that were cut off are sent
 * again, and none fails.
 */
export const killReplica = (replica: Replica) =>
  fault(`kill -9 ${replica}, one of two`, {}, async (fleet, watch) => {
    await fleet.kill(replica);
    await watch.successes(40, [serviceOf(replica)]);
    await fleet.launch(replica);
  });

/**
 * One of two processes hangs until its relay loses the outbox lock. The requests that it holds time out, and the other
 * process takes all others: every kind of request succeeds before the first process resumes.
 */
export const pauseReplica = (replica: Replica) =>
  fault(`SIGSTOP ${replica}, one of two, relay lost`, { touches: [serviceOf(replica)] }, async (fleet, watch) => {
    fleet.signal(replica, 'SIGSTOP');
    await Promise.all([watch.successes(20, [serviceOf(replica)]), delay(RELAY_LOST_MS)]);
    await watch.green();
    fleet.signal(replica, 'SIGCONT');
  });

/**
 * Users are created and cannot commit, while others read lists of what has changed: the commits have the time at which
 * their commands began.
 */
export const lateCommits = fault('a lock on the users', { touches: ['directory'] }, async (fleet, watch) => {
  const users = await HeldTable.hold(fleet.databaseUrl('directory'), 'users');
  await users.waiters(1);
  await watch.successes(60, ['directory']);
  await users.release();
});

/** Events on their way into the feed lose their session amid the transaction. */
export const lostFeedSession = fault(
  'a lock on the feed, whose writer loses its session',
  { touches: ['webhooks'] },
  async (fleet) => {
    const url = fleet.databaseUrl('webhooks');
    const feed = await HeldTable.hold(url, FEED);
    await feed.waiters(1);
    const waiting = 'SELECT pg_terminate_backend(pid) FROM pg_locks WHERE relation = $1::regclass AND NOT granted';
    await query(url, waiting, [FEED]);
    await feed.release();
  },
);

/** The receiver hangs until deliveries time out. No request may fail. */
export const hangingReceiver = fault('a receiver of webhooks that hangs', {}, async (_fleet, watch, receiver) => {
  const before = receiver.givenUp;
  await receiver.hold();
  const givenUp = until('a delivery that was given up', () => receiver.givenUp > before, GIVEN_UP_MS);
  await Promise.all([givenUp, watch.successes(80, SERVICES)]);
  receiver.release();
});

export const failingReceiver = fault('a receiver of webhooks that fails', {}, (_fleet, _watch, receiver) =>
  receiver.refuse(20),
);

/** Answers are late but within all timeouts: no request may fail. */
export const slowService = fault('timetracking 300 ms away', {}, async (fleet, watch) => {
  const proxy = proxyOf(fleet, 'timetracking');
  proxy.delay(150);
  await watch.successes(60, ['timetracking']);
  proxy.delay(0);
});

/** Each batch of statements takes long, so that the service runs short of connections. */
export const slowDatabase = fault('database of directory 120 ms away', { touches: SERVICES }, async (fleet, watch) => {
  const proxy = proxyOf(fleet, 'database of directory');
  proxy.delay(60);
  await watch.successes(80, ['directory']);
  proxy.delay(0);
});

/** The connection stays open, but no data gets through. */
export const silentProxy = fault('no packet to scheduling', { touches: ['scheduling'] }, async (fleet, watch) => {
  const proxy = proxyOf(fleet, 'scheduling');
  proxy.set('slow');
  await watch.failures(5, ['scheduling']);
  proxy.set('open');
});

/** The leases of a dead worker expire after half a minute. The test releases them at once. */
export async function endLeases(platform: Platform): Promise<void> {
  await query(platform.databaseUrl('webhooks'), 'UPDATE endpoint_queues SET leased_until = now()');
}

function proxyOf({ proxies }: Fleet, name: string): TcpProxy {
  const proxy = proxies.get(name);
  if (!proxy) throw new Error('this fleet has no ways that can be made slow');
  return proxy;
}

/** What every event of the feed writes. */
const FEED = 'feed_heads';
const RELAY_LOST_MS = LOCK_SILENCE_MS + 2_000;
/** Shorter than the timeout of the clients. */
const GATEWAY_PAUSE_MS = 4_000;
const GIVEN_UP_MS = 60_000;
