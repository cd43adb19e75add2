import { WITHOUT_LIMITS } from '../../../test/support/process/service-process.ts';

/**
 * The default overload limits: an empty variable means the default. Requests are not logged, because reading the log
 * would cost the measuring process time.
 */
export const PRODUCTION_LIMITS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.keys(WITHOUT_LIMITS).map((name) => [name, ''])),
  LOG_REQUESTS: '0',
};
