import type { Values } from '../../platform/core/config/config.ts';
import { integer, optional } from '../../platform/core/config/variables.ts';
import { maxMemoryMb, memoryBytesOf } from '../../platform/process/load/process-memory.ts';
import { defaultOverloadLimits, type OverloadLimits } from './overload-limits.ts';

const MIB = 1024 * 1024;

/** What says how much a gateway bears. */
export const overloadVariables = {
  MAX_REQUESTS_IN_FLIGHT: integer({
    description: 'requests that the gateway has under way at once; those beyond are answered 503 at once',
    fallback: String(defaultOverloadLimits.requestsInFlight),
    minimum: 1,
    maximum: 100_000,
  }),
  MAX_BODY_MB_IN_FLIGHT: integer({
    description:
      'megabytes of the bodies of requests that the gateway has under way at once; a client has his share of them, and beyond it is answered 503 at once',
    fallback: String(defaultOverloadLimits.bodyBytesInFlight / MIB),
    minimum: 4,
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
  MAX_MEMORY_MB: maxMemoryMb,
  MAX_UNSENT_MB: integer({
    description:
      'megabytes of answers that clients have not taken yet, of which institutions and clients have fair shares; requests beyond are answered 503',
    fallback: String(defaultOverloadLimits.unsentBytes / MIB),
    minimum: 8,
    maximum: 1_000_000,
  }),
  MAX_CACHED_MB: integer({
    description:
      'megabytes of large answers that are kept, and sent again while nothing that they show has changed; an institution has a quarter of them at most; 0: none',
    fallback: String(defaultOverloadLimits.cachedBytes / MIB),
    minimum: 0,
    maximum: 100_000,
    formerName: 'MAX_KEPT_MB',
  }),
  MIN_READ_BYTES_PER_SECOND: integer({
    description:
      'what the reader of a large answer takes at least, in bytes a second; one who takes less is disconnected; 0: as little as it likes',
    fallback: String(defaultOverloadLimits.readBytesPerSecond),
    minimum: 0,
    maximum: 1_000_000_000,
  }),
  READ_GRACE_MS: integer({
    description: 'over how long that is measured, again and again, in milliseconds',
    fallback: String(defaultOverloadLimits.readGraceMs),
    minimum: 100,
    maximum: 600_000,
  }),
};

export function overloadLimitsOf(config: Values<typeof overloadVariables>): OverloadLimits {
  const { MAX_HEAP_MB: heapMb } = config;
  return {
    requestsInFlight: config.MAX_REQUESTS_IN_FLIGHT,
    bodyBytesInFlight: config.MAX_BODY_MB_IN_FLIGHT * MIB,
    eventLoopDelayMs: config.MAX_EVENT_LOOP_DELAY_MS,
    eventLoopUtilization: config.MAX_EVENT_LOOP_PERCENT / 100,
    heapBytes: heapMb === undefined ? defaultOverloadLimits.heapBytes : heapMb * MIB,
    memoryBytes: memoryBytesOf(config.MAX_MEMORY_MB),
    unsentBytes: config.MAX_UNSENT_MB * MIB,
    cachedBytes: config.MAX_CACHED_MB * MIB,
    readBytesPerSecond: config.MIN_READ_BYTES_PER_SECOND,
    readGraceMs: config.READ_GRACE_MS,
  };
}
