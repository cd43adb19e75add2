import type { Values } from '../../platform/core/config/config.ts';
import { integer, optional } from '../../platform/core/config/variables.ts';
import { maxMemoryMb, memoryBytesOf } from '../../platform/process/load/process-memory.ts';
import { defaultOverloadLimits, type OverloadLimits } from './overload-limits.ts';

const MIB = 1024 * 1024;

/** The variables that set the limits of a gateway's load. */
export const overloadVariables = {
  MAX_REQUESTS_IN_FLIGHT: integer({
    description: 'maximum number of requests in flight; further requests get 503 immediately',
    fallback: String(defaultOverloadLimits.requestsInFlight),
    minimum: 1,
    maximum: 100_000,
  }),
  MAX_BODY_MB_IN_FLIGHT: integer({
    description:
      'maximum total size of the bodies of requests in flight, in megabytes; a client gets a fair share of it, and 503 beyond that',
    fallback: String(defaultOverloadLimits.bodyBytesInFlight / MIB),
    minimum: 4,
    maximum: 100_000,
  }),
  MAX_EVENT_LOOP_DELAY_MS: integer({
    description:
      'maximum average event-loop delay, in milliseconds; above it only a few requests at a time are served, and the others get 503; 0 disables the check',
    fallback: String(defaultOverloadLimits.eventLoopDelayMs),
    minimum: 0,
    maximum: 60_000,
  }),
  MAX_EVENT_LOOP_PERCENT: integer({
    description:
      'maximum utilisation of the event loop, in percent; above it only a few requests at a time are served, and the others get 503; 0 disables the check',
    fallback: '0',
    minimum: 0,
    maximum: 99,
  }),
  MAX_HEAP_MB: optional(
    integer({
      description:
        'heap size above which requests get 503, in megabytes; default: 90 % of the heap limit of V8; 0 disables the check',
      minimum: 0,
      maximum: 1_000_000,
    }),
  ),
  MAX_MEMORY_MB: maxMemoryMb,
  MAX_UNSENT_MB: integer({
    description:
      'maximum total size of responses that clients have not read yet, in megabytes; institutions and clients get fair shares of it, and 503 beyond that',
    fallback: String(defaultOverloadLimits.unsentBytes / MIB),
    minimum: 8,
    maximum: 1_000_000,
  }),
  MAX_CACHED_MB: integer({
    description:
      'size of the cache of large responses, in megabytes; a cached response is reused until its data changes; an institution gets at most a quarter of the cache; 0 disables it',
    fallback: String(defaultOverloadLimits.cachedBytes / MIB),
    minimum: 0,
    maximum: 100_000,
    formerName: 'MAX_KEPT_MB',
  }),
  MIN_READ_BYTES_PER_SECOND: integer({
    description:
      'minimum rate at which a client must read a large response, in bytes per second; slower clients are disconnected; 0 disables the check',
    fallback: String(defaultOverloadLimits.readBytesPerSecond),
    minimum: 0,
    maximum: 1_000_000_000,
  }),
  READ_GRACE_MS: integer({
    description: 'interval over which MIN_READ_BYTES_PER_SECOND is measured, in milliseconds',
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
