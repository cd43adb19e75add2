import type { Logger } from '../observability/log.ts';
import type { EventBus } from './bus.ts';
import { InProcessBus } from './in-process-bus.ts';
import { type ConsumerLag, JetStreamBus } from './jetstream-bus.ts';
import { NatsLink } from './nats/nats-link.ts';

/** The values of the NATS variables. */
export interface NatsConfig {
  readonly NATS_URL: string | undefined;
  readonly NATS_TLS_CA?: string | undefined;
}

/** The bus of a separate process. */
export interface OpenBus {
  readonly bus: EventBus;
  /** The connection to NATS; undefined for a process without NATS. */
  readonly link: NatsLink | undefined;
  /** The lags of the process's consumers; empty for an in-process bus. Throws if NATS does not answer. */
  readLags(): Promise<readonly ConsumerLag[]>;
  close(): Promise<void>;
}

/** A bus through NATS if configured; else an in-process bus, which reaches no other process, with a warning. */
export async function openBus(config: NatsConfig, name: string, log: Logger): Promise<OpenBus> {
  if (config.NATS_URL === undefined) {
    log.warn(
      'NATS_URL is not set: events reach only this process, and changes by others are visible after some seconds',
    );
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
