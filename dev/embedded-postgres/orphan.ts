import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../../installation/is-alive.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { ifAbsent } from './if-absent.ts';
import { STOP_STEPS } from './postmaster.ts';
import { run } from './run.ts';

/**
 * Stops the server that an owner who was killed has left behind on the cluster. Only for the holder of the owner's lock: for everyone else a
 * server that runs is somebody's.
 *
 * @throws {EmbeddedPostgresError} SERVER_NOT_STOPPED
 */
export async function clearOrphan(cluster: string, log?: Logger): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(ifAbsent('')), 10);
  if (!(pid > 0)) return;
  if (!(await isPostmasterOf(cluster, pid))) {
    // After a crash another process may have got the number, and PostgreSQL would take it for the server. That no session of the
    // old one lives it checks by the shared memory, without this file too.
    if (isAlive(pid)) await rm(file, { force: true });
    return;
  }
  log?.warn({ pid }, 'stopping the PostgreSQL that an earlier run left behind');
  for (const [signal, ms] of STOP_STEPS) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone in between, which the question below finds out.
    }
    const timeout = AbortSignal.timeout(ms);
    while (!timeout.aborted) {
      if (!(await isPostmasterOf(cluster, pid))) return;
      await delay(POLL_MS);
    }
  }
  throw new EmbeddedPostgresError(
    'SERVER_NOT_STOPPED',
    `The PostgreSQL of an earlier run (process ${pid}) cannot be stopped. Stop it and start again.`,
  );
}

const POLL_MS = 25;

/**
 * Whether the process is there and is a server on this cluster: it works in that directory, whatever the path, or has it in its command line
 * (in some containers root may see nothing but that). A zombie has neither.
 */
async function isPostmasterOf(cluster: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  if (process.platform !== 'linux') {
    return (await run('/bin/ps', ['-ww', '-o', 'args=', '-p', String(pid)], null)).output.includes(cluster);
  }
  const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  const directory = await stat(`/proc/${pid}/cwd`).catch(() => null);
  const own = await stat(cluster);
  return args.includes(cluster) || (directory?.dev === own.dev && directory.ino === own.ino);
}
