import { findFreePort, listenBriefly } from '../libraries/embedded-postgres/index.ts';
import type { Environment } from '../platform/core/config/config.ts';
import { listenOn } from '../platform/core/start-error.ts';

/**
 * The port to listen on: the one in the environment, else the default, or any free port if another program uses the
 * default. A configured port is used or causes an error; without one, as in a second clone, the system always starts.
 */
export async function choosePort(variable: string, configured: number, environment: Environment): Promise<number> {
  return environment[variable] ? configured : findFreePort(configured);
}

/**
 * Checks that a configured port is available, before anything is started.
 * @throws {StartError} names the variable
 */
export async function checkPort(
  variable: string,
  { port, host }: { readonly port: number; readonly host: string },
  environment: Environment,
): Promise<void> {
  if (environment[variable]) await listenOn(variable, port, () => listenBriefly(port, host));
}
