import { defaultOverloadLimits, type OverloadLimits } from '../../gateway/overload/overload-limits.ts';

/**
 * The limits of a target's gateway: the slots that the bench gives it. Event-loop delay causes no shedding unless the bench enables it: the load
 * generator runs on the same machine.
 */
export function limitsOfEnvironment(): OverloadLimits {
  const { MAX_REQUESTS_IN_FLIGHT: slots, MAX_EVENT_LOOP_DELAY_MS: delay } = process.env;
  return {
    ...defaultOverloadLimits,
    eventLoopDelayMs: Number(delay ?? 0),
    ...(slots === undefined ? {} : { requestsInFlight: Number(slots) }),
  };
}
