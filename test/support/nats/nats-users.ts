import { JetStreamBus } from '../../../platform/events/jetstream-bus.ts';
import { NatsLink } from '../../../platform/events/nats/nats-link.ts';
import type { NatsUser } from '../../../platform/events/nats/nats-user.ts';
import { silentLogger } from '../../../platform/observability/log.ts';

/**
 * The NATS user of platform tests: it publishes for several services, and can use any consumer that a test declares.
 */
export const TEST_USER: NatsUser = {
  name: 'test',
  publishes: ['test', 'directory', 'identity', 'locations', 'outbox', 'feed'],
  durables: [{ name: '*', types: [] }],
  readsStream: true,
};

/** A second bus, like that of another process. */
export async function newTestBus(url: string): Promise<{ bus: JetStreamBus; link: NatsLink; close(): Promise<void> }> {
  const link = await NatsLink.open({ url, name: 'test', log: silentLogger });
  const bus = new JetStreamBus({ link, log: silentLogger });
  return {
    bus,
    link,
    async close() {
      await bus.close();
      await link.close();
    },
  };
}
