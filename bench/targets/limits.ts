import { defaultOverloadLimits, type OverloadLimits } from '../../gateway/overload/overload-limits.ts';

/**
 * What a target's gateway bears: the places that the bench gives it. A late event loop is no reason to shed unless the bench says so: it shares
 * its machine with whatever loads it.
 */
export function limitsOfEnvironment(): OverloadLimits {
  const { MAX_REQUESTS_IN_FLIGHT: slots, MAX_EVENT_LOOP_DELAY_MS: delay } = process.env;
  return {
    ...defaultOverloadLimits,
    eventLoopDelayMs: Number(delay ?? 0),
    ...(slots === undefined ? {} : { requestsInFlight: Number(slots) }),
  };
}
