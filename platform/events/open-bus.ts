import type { Logger } from '../observability/log.ts';
import type { EventBus } from './bus.ts';
import type { ConsumerLag } from './consumer-lag.ts';
import { InProcessBus } from './in-process-bus.ts';
import { JetStreamBus } from './jetstream-bus.ts';
import { NatsLink } from './nats/nats-link.ts';

/** What the variables of NATS say. */
export interface NatsConfig {
  readonly NATS_URL: string | undefined;
  readonly NATS_TLS_CA?: string | undefined;
}

/** The bus of a process of its own. */
export interface OpenBus {
  readonly bus: EventBus;
  /** The way to NATS; undefined for a process that goes without. */
  readonly link: NatsLink | undefined;
  /** How far the process's consumers are behind; none where publishing is handling. Throws when NATS does not tell. */
  readLags(): Promise<readonly ConsumerLag[]>;
  close(): Promise<void>;
}

/** The bus through NATS where the environment names one; else one within the process, which reaches no other, with a warning. */
export async function openBus(config: NatsConfig, name: string, log: Logger): Promise<OpenBus> {
  if (config.NATS_URL === undefined) {
    log.warn('NATS_URL is not set: events reach this process alone, and what others change is seen after seconds');
    const bus = new InProcessBus(log);
    return { bus, link: undefined, readLags: async () => [], close: () => bus.close() };
  }
  const link = await NatsLink.open({ url: config.NATS_URL, ca: config.NATS_TLS_CA, name, log });
  const bus = new JetStreamBus({ link, log });
  return {
    bus,
    link,
    readLags: () => bus.readLags(),
    async close() {
      await bus.close();
      await link.close();
    },
  };
}
