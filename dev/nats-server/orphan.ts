import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endOrphan, ifAbsent, worksOn } from '../../libraries/embedded-postgres/index.ts';
import { StartError } from '../../platform/core/start-error.ts';

/**
 * Stops the server that a killed owner has left on the directory: two servers on one directory would corrupt each
 * other's streams.
 *
 * @throws {StartError} if it cannot be stopped
 */
export async function clearOrphan(directory: string): Promise<void> {
  const pid = Number.parseInt(await readFile(join(directory, 'pid'), 'utf8').catch(ifAbsent('')), 10);
  const file = configFileOf(directory);
  if (!(pid > 0) || process.platform === 'win32' || !(await worksOn(pid, file))) return;
  if (await endOrphan(STOP_STEPS, pid, file)) return;
  throw new StartError(
    `The NATS server of an earlier run (process ${pid}) cannot be stopped. Stop it and start again.`,
  );
}

const STOP_STEPS = [
  ['SIGTERM', 10_000],
  ['SIGKILL', 10_000],
] as const;

/** The configuration file of the server on a directory; its command line names the file. */
export function configFileOf(directory: string): string {
  return join(directory, 'nats-server.conf');
}
