import { integer } from '../config/variables.ts';

/** The variable that bounds the calls of a service, in whatever process it runs. */
export const maxCallsInFlight = integer({
  description: 'calls that a service has under way at once; those beyond are refused at once, to be repeated',
  fallback: '1000',
  minimum: 1,
  maximum: 100_000,
});
