import type { Environment } from '../platform/core/config/config.ts';
import { findFreePort } from './embedded-postgres/free-port.ts';

/**
 * The port to listen on: the one that the environment names, else the default, and where another program has that, any free one. Whoever
 * names a port gets it or is told; whoever names none, as in a second clone, is to have a running system.
 */
export async function choosePort(variable: string, configured: number, environment: Environment): Promise<number> {
  return environment[variable] ? configured : findFreePort(configured);
}
