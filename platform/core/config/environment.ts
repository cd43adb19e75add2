import type { Environment } from './config.ts';

/** The only function that reads the process's environment. */
export function processEnvironment(): Environment {
  return process.env;
}

/**
 * Whether a process logs for a person at a terminal instead of in JSON. Never in production: a terminal may be attached there (`docker run -t`,
 * `kubectl attach`) while a log collector reads the same lines.
 */
export function isForTerminal(environment: Environment, output: { readonly isTTY?: boolean }): boolean {
  return environment.NODE_ENV !== 'production' && output.isTTY === true;
}
