import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { endProcess } from './end-process.ts';
import { lastLines, spawnOptions } from './run.ts';

export interface PostmasterOptions {
  readonly binaries: Binaries;
  readonly account: Account | null;
  /** PostgreSQL's data directory. */
  readonly cluster: string;
  /** The file to append its log to. */
  readonly log: string;
  readonly port: number;
  readonly durable: boolean;
  readonly maxConnections: number;
}

/** A server that accepts connections. */
export interface Postmaster {
  /** Resolves when the process has ended, for whatever reason. */
  readonly exited: Promise<void>;
  /** Ends all sessions and shuts down without losing committed data; resolves when the process has ended. */
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL and waits until it accepts connections, including recovery after a crash.
 *
 * It runs in its own session, so that Ctrl-C reaches only this process, and PostgreSQL ends after it. If this process
 * exits without `stop`, it signals PostgreSQL to end; if it is killed, PostgreSQL keeps running, and the next start
 * stops it.
 *
 * @throws {EmbeddedPostgresError} SERVER_NOT_STARTED with the last lines of its log; the cause says whether a retry may
 * help: `port-taken`, or `old-sessions` of a killed server that have not ended yet
 */
export async function launchPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const log = await open(options.log, 'a', 0o600);
  const logStart = (await log.stat()).size;
  const { postgres } = options.binaries;
  const child = spawn(postgres, settings(options), {
    ...spawnOptions(postgres, options.account),
    stdio: ['ignore', log.fd, log.fd],
    detached: true,
  });
  const exit = Promise.withResolvers<void>();
  let end: string | null = null;
  const ended = (how: string) => {
    end ??= how;
    process.off('exit', atOurExit);
    exit.resolve();
  };
  const atOurExit = () => child.kill('SIGINT');
  child.once('exit', (code, signal) => ended(signal ?? `exit code ${code}`));
  child.on('error', (error) => child.pid === undefined && ended(error.message));
  process.once('exit', atOurExit);
  child.unref();
  await log.close();

  const stop = async () => {
    if (await endProcess(STOP_STEPS, child.kill.bind(child), () => end !== null)) return;
    throw new EmbeddedPostgresError('SERVER_NOT_STOPPED', 'PostgreSQL does not stop, even when killed.');
  };
  const deadline = AbortSignal.timeout(START_MS);
  while (end === null && !deadline.aborted) {
    if (await isReady(options.cluster, child.pid)) return { exited: exit.promise, stop };
    await Promise.race([exit.promise, delay(POLL_MS)]);
  }
  if (end === null) await stop();
  const logText = (await readFile(options.log)).subarray(logStart).toString('utf8');
  throw new EmbeddedPostgresError(
    'SERVER_NOT_STARTED',
    `PostgreSQL did not start (${end ?? `not ready after ${START_MS / 1000} s`}). The last lines of ${options.log}:\n${lastLines(logText)}`,
    { cause: findObstacle(logText) },
  );
}

function findObstacle(logText: string): string | undefined {
  if (logText.includes('could not create any TCP/IP sockets')) return 'port-taken';
  if (logText.includes('pre-existing shared memory block')) return 'old-sessions';
  return undefined;
}

const POLL_MS = 15;
const START_MS = 180_000;
/**
 * Each signal and its timeout. SIGINT is a fast shutdown (with a checkpoint), SIGQUIT an immediate one (recovery at the
 * next start).
 */
export const STOP_STEPS = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const;

/** Set on the command line, not in the cluster's files, so that they also apply to old clusters. */
function settings({ cluster, port, durable, maxConnections }: PostmasterOptions): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: maxConnections,
    shared_buffers: '128MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    // Statements and the details of errors contain personal data, which must not be logged.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return ['-D', cluster, ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** The postmaster writes its status to line 8 of postmaster.pid, and its pid to line 1. */
async function isReady(cluster: string, pid: number | undefined): Promise<boolean> {
  const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}
