import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { installBinaries } from './binaries.ts';
import { openCluster } from './cluster.ts';
import { claimDataDirectory } from './data-directory.ts';
import { EmbeddedPostgresError, unusable } from './embedded-postgres-error.ts';
import { findFreePort } from './free-port.ts';
import { clearOrphan } from './orphan.ts';
import { readOwner, recordOwner } from './owner-record.ts';
import { launchPostmaster, type Postmaster, type PostmasterOptions } from './postmaster.ts';
import type { Program, ServerLog } from './program.ts';
import { ifAbsent } from './small-files.ts';
import { supervise } from './supervise.ts';

export interface EmbeddedPostgresOptions {
  readonly program: Program;
  /** The directory for all files; created when needed. */
  readonly dataDir: string;
  readonly log?: ServerLog | undefined;
  /** False trades durability across a crash of the machine for speed, for tests. Default true. */
  readonly durable?: boolean;
  /** Default 100. */
  readonly maxConnections?: number;
}

/** An embedded PostgreSQL on the loopback that runs until `stop`. */
export interface EmbeddedPostgres {
  /** The same as at the last start, if it is still free. */
  readonly port: number;
  /** The superuser's connection string, including the password. */
  url(database: string): string;
  /**
   * Shuts down cleanly (ends sessions, loses no committed data) and releases the data directory. Can be called twice.
   */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on a data directory, and creates the cluster the first time. Works as root (PostgreSQL then runs as
 * another user) and as an ordinary user. First stops a server left running by a killed owner. A server that dies is
 * started again on the same port.
 *
 * @throws {EmbeddedPostgresError} with a message for the user
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { program, dataDir, log, durable = true, maxConnections = 100 } = options;
  const directory = await claimDataDirectory(program, dataDir);
  const { records, account } = directory;
  try {
    const binaries = await installBinaries(program, account, join(records, 'programs'));
    const cluster = await openCluster(program, directory, binaries, durable);
    if (cluster.fresh) log?.info({ cluster: cluster.path }, 'created a new PostgreSQL cluster');
    const logFile = join(records, 'postgresql.log');
    await rename(logFile, `${logFile}.1`).catch(ifAbsent(undefined));

    const launch = (port: number) =>
      launchPatiently({ binaries, account, cluster: cluster.path, log: logFile, port, durable, maxConnections }, log);
    const { postmaster, port } = await launchOnFreePort(launch, (await readOwner(records))?.port ?? null);
    const supervisor = supervise({
      name: 'PostgreSQL',
      first: postmaster,
      launchAgain: () => launch(port),
      log,
    });
    await recordOwner(records, { pid: process.pid, port });
    log?.info({ port, cluster: cluster.path }, 'PostgreSQL is running');

    const url = (database: string) =>
      `postgresql://${program.folder}:${cluster.password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
    let stopped: Promise<void> | null = null;
    return {
      port,
      url,
      stop: () => {
        stopped ??= supervisor.stop().finally(directory.release);
        return stopped;
      },
    };
  } catch (error) {
    directory.release();
    throw error instanceof EmbeddedPostgresError ? error : unusable(program, dataDir, (error as Error).message, error);
  }
}

/** Launches on the preferred port or another; retries if another program takes the port before PostgreSQL does. */
async function launchOnFreePort(launch: (port: number) => Promise<Postmaster>, preferred: number | null) {
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort(attempt === 1 ? preferred : null);
    try {
      return { postmaster: await launch(port), port };
    } catch (error) {
      if (attempt === 5 || !(error instanceof EmbeddedPostgresError && error.cause === 'port-taken')) throw error;
    }
  }
}

/** Launches, waiting for the sessions of a killed server to end. */
async function launchPatiently(options: PostmasterOptions, log: ServerLog | undefined): Promise<Postmaster> {
  const timeout = AbortSignal.timeout(OLD_SESSIONS_MS);
  for (;;) {
    await clearOrphan(options.cluster, log);
    try {
      return await launchPostmaster(options);
    } catch (error) {
      if (timeout.aborted || !(error instanceof EmbeddedPostgresError && error.cause === 'old-sessions')) throw error;
      await delay(250);
    }
  }
}

const OLD_SESSIONS_MS = 15_000;
