import { WITHOUT_LIMITS } from '../../support/service-process.ts';

/** The default limits of overload: an empty variable has its default. Requests are not logged, because reading the log would cost the measuring process time. */
export const PRODUCTION_LIMITS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.keys(WITHOUT_LIMITS).map((name) => [name, ''])),
  LOG_REQUESTS: '0',
};
