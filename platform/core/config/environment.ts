import type { Environment } from './config.ts';

/** The one place that reads the process's environment. */
export function processEnvironment(): Environment {
  return process.env;
}
