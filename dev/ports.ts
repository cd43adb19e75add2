import type { Environment } from '../platform/core/config/config.ts';
import { listenOn } from '../platform/core/start-error.ts';
import { findFreePort, listenBriefly } from './embedded-postgres/free-port.ts';

/**
 * The port to listen on: the one that the environment names, else the default, and where another program has that, any free one. Whoever
 * names a port gets it or is told; whoever names none, as in a second clone, is to have a running system.
 */
export async function choosePort(variable: string, configured: number, environment: Environment): Promise<number> {
  return environment[variable] ? configured : findFreePort(configured);
}

/**
 * Whether a port that the environment names can be had, before anything is started that would have to be stopped again.
 * @throws {StartError} names the variable
 */
export async function checkPort(
  variable: string,
  { port, host }: { readonly port: number; readonly host: string },
  environment: Environment,
): Promise<void> {
  if (environment[variable]) await listenOn(variable, port, () => listenBriefly(port, host));
}
