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
 * Stops the server that a killed owner has left on the cluster. Only for the holder of the owner's lock: otherwise a running server may have a
 * living owner.
 *
 * @throws {EmbeddedPostgresError} SERVER_NOT_STOPPED
 */
export async function clearOrphan(cluster: string, log?: Logger): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(ifAbsent('')), 10);
  if (!(pid > 0)) return;
  if (!(await isPostmasterOf(cluster, pid))) {
    // After a crash another process can have the same pid, and PostgreSQL would take it for the server. PostgreSQL detects remaining
    // sessions of the old server by its shared memory, without this file.
    if (isAlive(pid)) await rm(file, { force: true });
    return;
  }
  log?.warn({ pid }, 'stopping the PostgreSQL that an earlier run left running');
  for (const [signal, ms] of STOP_STEPS) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended in the meantime; the check below finds out.
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
 * Whether the process exists and is a server on this cluster: its working directory is the cluster's, or its command line names it (in some
 * containers root can see only the latter). A zombie has neither.
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
