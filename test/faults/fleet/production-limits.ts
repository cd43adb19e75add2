import { WITHOUT_LIMITS } from '../../support/service-process.ts';

/** Limits of overload as they are where nobody sets them: an empty variable has its default. No line for each request: whoever measures would read it. */
export const PRODUCTION_LIMITS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.keys(WITHOUT_LIMITS).map((name) => [name, ''])),
  LOG_REQUESTS: '0',
};
