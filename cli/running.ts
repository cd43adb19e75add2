import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isAlive } from '../libraries/embedded-postgres/index.ts';
import { type Environment, isSet, readConfig } from '../platform/core/config/config.ts';
import { peerVariable } from '../platform/process/peers.ts';
import { dataVariables } from './data-variables.ts';
import { SERVICES } from './service-names.ts';

/** The file of a data folder with the process that runs on it, and the variables that lead there. */
export const RUNNING_FILE = 'running.json';

/** What the Lyceum that runs on the data folder has written there; nothing if none does. */
export function runningVariables(environment: Environment): Readonly<Record<string, string>> {
  try {
    const file = join(resolve(readConfig(dataVariables, environment).DATA_DIR), RUNNING_FILE);
    const { pid, variables } = JSON.parse(readFileSync(file, 'utf8'));
    return isAlive(pid) ? variables : {};
  } catch {
    return {};
  }
}

/**
 * An environment with the addresses of the Lyceum that runs on the data folder, where it has none of its own: who names
 * a service means another installation. The gateway is at `PORT`, unless `LYCEUM_URL` says otherwise.
 */
export function withRunning(environment: Environment): Environment {
  const isOwn = (name: string) => isSet(name, environment) && environment[name] !== '0';
  const running = CALLED.some(isOwn) ? {} : runningVariables(environment);
  const found = Object.entries(running).filter(([name]) => !isOwn(name) && !isOwn(name.replace(/_FILE$/, '')));
  const { PORT, ...all }: Environment = { ...environment, ...Object.fromEntries(found) };
  const port = PORT === '0' ? undefined : PORT;
  return isOwn('LYCEUM_URL') || !port ? all : { ...all, LYCEUM_URL: `http://localhost:${port}` };
}

const CALLED = ['GRPC_URL', ...SERVICES.map(peerVariable)];
