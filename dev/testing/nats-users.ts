import { JetStreamBus } from '../../platform/events/jetstream-bus.ts';
import { NatsLink } from '../../platform/events/nats/nats-link.ts';
import type { NatsUser } from '../../platform/events/nats/nats-user.ts';
import { silentLogger } from '../../platform/observability/log.ts';

/** A process of tests of the platform: it publishes for several services, and takes whatever consumers a test declares. */
export const TEST_USER: NatsUser = {
  name: 'test',
  publishes: ['test', 'directory', 'locations'],
  durables: [{ name: '*', types: [] }],
  readsStream: true,
};

/** The bus of another process. */
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
