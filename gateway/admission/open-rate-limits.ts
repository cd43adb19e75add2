import { SharedRateLimiter, type SharingListener } from '../../libraries/sliding-window/index.ts';
import { steadyClock } from '../../platform/core/clock.ts';
import type { NatsLink } from '../../platform/events/nats/nats-link.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { NatsSharedCells } from './nats-cells.ts';
import { RATE_BUCKET } from './nats-user.ts';
import { RATE_LIMIT } from './rate-limit.ts';

interface Options {
  readonly link: NatsLink;
  readonly timeoutMs: number;
  readonly log: Logger;
}

/** Opens the count that all gateways share through NATS. */
export function openRateLimits({ log, ...options }: Options): Promise<SharedRateLimiter> {
  const cells = new NatsSharedCells({ ...options, bucket: RATE_BUCKET });
  return SharedRateLimiter.start({ rate: RATE_LIMIT, cells, now: steadyClock.now, ...sharingLog(log) });
}

/** Logs when a gateway begins to count alone, and when it counts with the others again. */
export function sharingLog(log: Logger): SharingListener {
  return {
    onAlone: (err) =>
      log.warn(
        { event: 'rate_limit_alone', err },
        'the rate limit is not shared, and this gateway counts on its own: see err for whether NATS is unavailable, slow or not provisioned',
      ),
    onShared: () => log.info({ event: 'rate_limit_shared' }, 'the rate limit is shared again'),
  };
}
