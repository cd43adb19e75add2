import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../../platform/core/start-error.ts';
import { ifAbsent } from '../embedded-postgres/if-absent.ts';
import { run } from '../embedded-postgres/run.ts';

/**
 * Stops the server that an owner who was killed has left behind on the directory: two on one would spoil each other's streams.
 *
 * @throws {StartError} when it cannot be stopped
 */
export async function clearOrphan(directory: string): Promise<void> {
  const pid = Number.parseInt(await readFile(join(directory, 'pid'), 'utf8').catch(ifAbsent('')), 10);
  if (!(pid > 0) || !(await worksOn(directory, pid))) return;
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone in between, which the question below finds out.
    }
    const timeout = AbortSignal.timeout(STEP_MS);
    while (!timeout.aborted) {
      if (!(await worksOn(directory, pid))) return;
      await delay(POLL_MS);
    }
  }
  throw new StartError(
    `The NATS server of an earlier run (process ${pid}) cannot be stopped. Stop it and start again.`,
  );
}

const STEP_MS = 10_000;
const POLL_MS = 25;

/** The configuration of the server that works on a directory: its command line names it. */
export function configFileOf(directory: string): string {
  return join(directory, 'nats-server.conf');
}

/** Whether the process is there and has the directory in its command line; another may have got the number. */
async function worksOn(directory: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''))
      .split('\0')
      .includes(configFileOf(directory));
  }
  if (process.platform === 'win32') return false;
  return (await run('/bin/ps', ['-ww', '-o', 'args=', '-p', String(pid)], null)).output.includes(directory);
}
