import type { Values } from '../../services/chassis/config/config.ts';
import { integer, optional } from '../../services/chassis/config/variables.ts';
import { defaultOverloadLimits, type OverloadLimits } from './overload-limits.ts';

/** What says how much a gateway bears. */
export const overloadVariables = {
  MAX_REQUESTS_IN_FLIGHT: integer({
    description: 'requests that the gateway has under way at once; those beyond are answered 503 at once',
    fallback: String(defaultOverloadLimits.requestsInFlight),
    minimum: 1,
    maximum: 100_000,
  }),
  MAX_EVENT_LOOP_DELAY_MS: integer({
    description:
      'how late the event loop may be on average, in milliseconds; while it is later, requests are answered 503 but for a few at a time; 0: as late as it likes',
    fallback: String(defaultOverloadLimits.eventLoopDelayMs),
    minimum: 0,
    maximum: 60_000,
  }),
  MAX_EVENT_LOOP_PERCENT: integer({
    description:
      'percentage of its time that the event loop may work; beyond it requests are answered 503 but for a few at a time; 0: all of it',
    fallback: '0',
    minimum: 0,
    maximum: 99,
  }),
  MAX_HEAP_MB: optional(
    integer({
      description:
        'megabytes of heap beyond which requests are answered 503; default nine tenths of what the engine allows; 0: as many as it likes',
      minimum: 0,
      maximum: 1_000_000,
    }),
  ),
};

export function overloadLimitsOf(config: Values<typeof overloadVariables>): OverloadLimits {
  const { MAX_HEAP_MB: heapMb } = config;
  return {
    requestsInFlight: config.MAX_REQUESTS_IN_FLIGHT,
    eventLoopDelayMs: config.MAX_EVENT_LOOP_DELAY_MS,
    eventLoopUtilization: config.MAX_EVENT_LOOP_PERCENT / 100,
    heapBytes: heapMb === undefined ? defaultOverloadLimits.heapBytes : heapMb * 1024 * 1024,
  };
}
