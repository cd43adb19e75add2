import { HeldTable } from '../../../test/support/postgres/held-table.ts';
import { query } from '../../../test/support/postgres/query.ts';
import { until } from '../../../test/support/until.ts';
import type { SingleServers } from '../fleet/layouts/single-servers.ts';
import { SERVICES, type Service } from '../fleet/parts.ts';
import type { Platform } from '../fleet/platform.ts';
import type { Fault } from './fault.ts';
import { FEED } from './locks.ts';

export function killService(service: Service): Fault {
  return {
    name: `kill -9 ${service}`,
    touches: [service],
    async run(fleet, watch) {
      await fleet.kill(service);
      await watch.failures(5, [service]);
      await fleet.launch(service);
    },
  };
}

/** Requests to the receiver are in flight, and events on their way into the feed. The next process continues both. */
export const killWebhooks: Fault = {
  name: 'kill -9 webhooks amid events and deliveries',
  touches: ['webhooks'],
  async run(fleet, watch, receiver) {
    await receiver.hold();
    const feed = await HeldTable.hold(fleet.databaseUrl('webhooks'), FEED);
    await feed.waiters(1);
    await fleet.kill('webhooks');
    await feed.release();
    await watch.failures(5, ['webhooks']);
    await fleet.launch('webhooks');
    receiver.release();
    // The leases of a dead worker expire after half a minute. The test releases them at once.
    await query(fleet.databaseUrl('webhooks'), 'UPDATE endpoint_queues SET leased_until = now()');
  },
};

/**
 * Kills the server and all its sessions at once, as when the machine runs out of memory. The server recovers from its
 * write-ahead log. The receiver of webhooks answers while no service can store the result.
 */
export const killPostgres: Fault<SingleServers> = {
  name: 'kill -9 PostgreSQL amid deliveries',
  touches: SERVICES,
  holdsEvents: true,
  async run(fleet, _watch, receiver) {
    await receiver.hold();
    await fleet.on.postgres.signal('SIGKILL');
    receiver.release();
    await databaseAnswers(fleet);
  },
};

/** No request waits for NATS: none may fail. */
export const killNats: Fault<SingleServers> = {
  name: 'kill -9 NATS',
  touches: [],
  holdsEvents: true,
  async run(fleet, watch) {
    await fleet.on.nats.end('SIGKILL');
    await watch.successes(80, SERVICES);
    await fleet.on.nats.start();
  },
};

export const killGateway: Fault = {
  name: 'kill -9 a gateway',
  touches: [],
  cutsOff: true,
  async run(fleet, watch) {
    await fleet.kill('gateway-1');
    await watch.cutOffs(20);
    await fleet.launch('gateway-1');
  },
};

/** The events of the outage are in an outbox whose relay dies before it publishes them. */
export const killServiceWithoutNats: Fault<SingleServers> = {
  name: 'kill -9 timetracking without NATS',
  touches: ['timetracking'],
  async run(fleet, watch) {
    await fleet.on.nats.end('SIGKILL');
    await watch.successes(60, ['timetracking']);
    await fleet.kill('timetracking');
    await watch.failures(5, ['timetracking']);
    await fleet.launch('timetracking');
    await watch.successes(20, ['timetracking']);
    await fleet.on.nats.start();
  },
};

/** Waits until PostgreSQL has recovered. */
export async function databaseAnswers(platform: Platform): Promise<void> {
  await until(
    'PostgreSQL',
    () =>
      query(platform.databaseUrl('directory'), 'SELECT 1').then(
        () => true,
        () => false,
      ),
    60_000,
  );
}
