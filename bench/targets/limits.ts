import { type AdmissionLimits, defaultAdmissionLimits } from '../../gateway/admission/limits.ts';

/**
 * The limits of a target's gateway: the slots that the bench gives it. Event-loop delay causes no shedding unless the
 * bench enables it: the load generator runs on the same machine.
 */
export function limitsOfEnvironment(): AdmissionLimits {
  const { MAX_REQUESTS_IN_FLIGHT: slots, MAX_EVENT_LOOP_DELAY_MS: delay } = process.env;
  return {
    ...defaultAdmissionLimits,
    eventLoopDelayMs: Number(delay ?? 0),
    ...(slots === undefined ? {} : { requestsInFlight: Number(slots) }),
  };
}
