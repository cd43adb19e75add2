import type { Values } from '../../platform/core/config/config.ts';
import { integer } from '../../platform/core/config/variables.ts';
import { maxMemoryMb, memoryBytesOf } from '../../platform/process/load/memory-pressure.ts';
import { type AdmissionLimits, defaultAdmissionLimits } from './limits.ts';

/** The variables that set the limits of a gateway's load. */
export const admissionVariables = {
  MAX_REQUESTS_IN_FLIGHT: integer({
    description:
      'maximum number of requests in the gateway, those included that wait for their turn; further requests get 503 immediately',
    fallback: String(defaultAdmissionLimits.requestsInFlight),
    minimum: 1,
    maximum: 100_000,
  }),
  MAX_EVENT_LOOP_DELAY_MS: integer({
    description:
      'maximum average event-loop delay, in milliseconds; above it only a few requests at a time are served, and the others get 503; 0 disables the check',
    fallback: String(defaultAdmissionLimits.eventLoopDelayMs),
    minimum: 0,
    maximum: 60_000,
  }),
  MAX_MEMORY_MB: maxMemoryMb,
};

export function admissionLimitsOf(config: Values<typeof admissionVariables>): AdmissionLimits {
  return {
    ...defaultAdmissionLimits,
    requestsInFlight: config.MAX_REQUESTS_IN_FLIGHT,
    eventLoopDelayMs: config.MAX_EVENT_LOOP_DELAY_MS,
    memoryBytes: memoryBytesOf(config.MAX_MEMORY_MB),
  };
}
