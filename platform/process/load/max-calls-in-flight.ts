import { integer } from '../../core/config/variables.ts';

/** Equal to a gateway's limit of requests. */
export const CALLS_IN_FLIGHT = 2_400;

/** The variable that limits the calls of a service in flight, in any process. */
export const maxCallsInFlight = integer({
  description:
    'maximum number of calls in flight in a service; further calls are rejected immediately and can be retried',
  fallback: String(CALLS_IN_FLIGHT),
  minimum: 1,
  maximum: 100_000,
});
