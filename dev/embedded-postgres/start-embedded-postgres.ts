import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ownerUrl, readOwner, SUPERUSER } from '../../installation/find-embedded-postgres.ts';
import { ensureDatabases } from '../../platform/data/ensure-databases.ts';
import type { Logger } from '../../platform/observability/log.ts';
import { supervise } from '../supervise.ts';
import { installBinaries } from './binaries.ts';
import { openCluster } from './cluster.ts';
import { claimDataDirectory } from './data-directory.ts';
import { ensureOwnedDatabases } from './database-owners.ts';
import { EmbeddedPostgresError, unusable } from './embedded-postgres-error.ts';
import { findFreePort } from './free-port.ts';
import { ifAbsent } from './if-absent.ts';
import { clearOrphan } from './orphan.ts';
import { recordOwner } from './owner-record.ts';
import { launchPostmaster, type Postmaster, type PostmasterOptions } from './postmaster.ts';

export interface EmbeddedPostgresOptions {
  /** Where everything is kept between starts; made when needed. */
  readonly dataDir: string;
  readonly log?: Logger;
  /** False gives up what outlives a crash of the machine for speed: for tests. Default true. */
  readonly durable?: boolean;
  /** Default 100. */
  readonly maxConnections?: number;
}

/** A PostgreSQL of our own, on the loopback, that lives until `stop`. */
export interface EmbeddedPostgres {
  /** The same as at the last start, where that is still free. */
  readonly port: number;
  /** The superuser's connection string; holds the password. */
  url(database: string): string;
  /** Makes those of the databases that are not there; they are the superuser's. */
  ensureDatabases(names: readonly string[]): Promise<void>;
  /** Makes those of the databases that are not there, and gives each to a role of its own. */
  ensureOwnedDatabases(names: readonly string[]): Promise<void>;
  /** The connection string of such a role to its database; holds the password. */
  ownerUrl(database: string): string;
  /** Shuts down in good order (sessions are ended, nothing committed is lost) and frees the data directory. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL that comes with Lyceum on a data directory, making the cluster there the first time. Works as root (PostgreSQL then
 * runs as another account) and as an ordinary user. What an earlier owner left running when it was killed is stopped first; a server that
 * dies while we live is started again on the same port.
 *
 * @throws {EmbeddedPostgresError} with a message for the person at the terminal
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, durable = true, maxConnections = 100 } = options;
  const directory = await claimDataDirectory(dataDir);
  const { records, account } = directory;
  try {
    const binaries = await installBinaries(account, join(records, 'programs'));
    const cluster = await openCluster(directory, binaries, durable);
    if (cluster.fresh) log?.info({ cluster: cluster.path }, 'made a new PostgreSQL cluster');
    const logFile = join(records, 'postgresql.log');
    await rename(logFile, `${logFile}.1`).catch(ifAbsent(undefined));

    const launch = (port: number) =>
      launchPatiently({ binaries, account, cluster: cluster.path, log: logFile, port, durable, maxConnections }, log);
    const { postmaster, port } = await launchOnFreePort(launch, (await readOwner(records))?.port ?? null);
    const supervisor = supervise('PostgreSQL', postmaster, () => launch(port), log);
    await recordOwner(records, { pid: process.pid, port });
    log?.info({ port, cluster: cluster.path }, 'PostgreSQL is running');

    const url = (database: string) =>
      `postgresql://${SUPERUSER}:${cluster.password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
    let stopped: Promise<void> | null = null;
    return {
      port,
      url,
      ensureDatabases: (names) => ensureDatabases(url('postgres'), names),
      ensureOwnedDatabases: (names) => ensureOwnedDatabases(url('postgres'), names),
      ownerUrl: (database) => ownerUrl(url('postgres'), database),
      stop: () => {
        stopped ??= supervisor.stop().finally(directory.release);
        return stopped;
      },
    };
  } catch (error) {
    directory.release();
    throw error instanceof EmbeddedPostgresError ? error : unusable(dataDir, (error as Error).message, error);
  }
}

/** Launches on the preferred port or another; again when someone takes it between our choice and PostgreSQL's. */
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

/** Launches, waiting for what is left of a killed server to go. */
async function launchPatiently(options: PostmasterOptions, log: Logger | undefined): Promise<Postmaster> {
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
