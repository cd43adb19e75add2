import type { Environment } from './config.ts';

/** The only function that reads the process's environment. */
export function processEnvironment(): Environment {
  return process.env;
}
