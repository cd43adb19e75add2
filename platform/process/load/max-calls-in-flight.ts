import { integer } from '../../core/config/variables.ts';

/** Equal to a gateway's limit of requests: one institution alone gets two thirds, more than the rate limit gives a client in a minute. */
export const CALLS_IN_FLIGHT = 2_400;

/** The variable that limits the calls of a service in flight, in any process. */
export const maxCallsInFlight = integer({
  description:
    'calls that a service has under way at once, of which an institution has a fair share; those beyond are refused at once, to be repeated',
  fallback: String(CALLS_IN_FLIGHT),
  minimum: 1,
  maximum: 100_000,
});
