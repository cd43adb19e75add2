import type { Environment } from './config.ts';

/**
 * Whether a process logs for a person at a terminal instead of in JSON: in production never, where a terminal may well be attached (`docker run -t`,
 * `kubectl attach`) and what collects the lines reads them all the same.
 */
export function isForTerminal(environment: Environment, output: { readonly isTTY?: boolean }): boolean {
  return environment.NODE_ENV !== 'production' && output.isTTY === true;
}
