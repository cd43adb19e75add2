import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { endOrphan, isAlive, worksOn } from './end-process.ts';
import { STOP_STEPS } from './postmaster.ts';
import type { ServerLog } from './program.ts';
import { ifAbsent } from './small-files.ts';

/**
 * Stops the server that a killed owner has left on the cluster. Only for the holder of the owner's lock: otherwise a
 * running server may have a living owner.
 *
 * @throws {EmbeddedPostgresError} SERVER_NOT_STOPPED
 */
export async function clearOrphan(cluster: string, log?: ServerLog): Promise<void> {
  const file = join(cluster, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(ifAbsent('')), 10);
  if (!(pid > 0)) return;
  if (!(await worksOn(pid, cluster))) {
    // After a crash another process can have the same pid, and PostgreSQL would take it for the server. PostgreSQL
    // detects remaining sessions of the old server by its shared memory, without this file.
    if (isAlive(pid)) await rm(file, { force: true });
    return;
  }
  log?.warn({ pid }, 'stopping the PostgreSQL that an earlier run left running');
  if (await endOrphan(STOP_STEPS, pid, cluster)) return;
  throw new EmbeddedPostgresError(
    'SERVER_NOT_STOPPED',
    `The PostgreSQL of an earlier run (process ${pid}) cannot be stopped. Stop it and start again.`,
  );
}
