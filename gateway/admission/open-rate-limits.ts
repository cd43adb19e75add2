import type { NatsLink } from '../../platform/events/nats/nats-link.ts';
import { NatsSharedCells } from '../../platform/events/nats/shared-cells.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { RATE_BUCKET } from './nats-user.ts';
import { RATE_LIMIT } from './rate-limit-store.ts';
import { SharedRateLimitStore } from './shared-rate-limit-store.ts';

interface Options {
  readonly link: NatsLink;
  readonly timeoutMs: number;
  readonly log: Logger;
}

/** Opens the count that all gateways share through NATS. */
export function openRateLimits({ log, ...options }: Options): Promise<SharedRateLimitStore> {
  const cells = new NatsSharedCells({ ...options, bucket: RATE_BUCKET });
  return SharedRateLimitStore.start({ rate: RATE_LIMIT, cells, log });
}
