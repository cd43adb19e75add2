import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { JETSTREAM_SETTINGS, renderServerConfig, type ServerSettings } from '../../deploy/nats/accounts.ts';
import { isOlder } from '../../deploy/nats/server-version.ts';
import { endProcess, type Supervised } from '../../libraries/embedded-postgres/index.ts';
import { StartError } from '../../platform/core/start-error.ts';
import type { NatsUser } from '../../platform/events/nats/nats-user.ts';
import { clearOrphan, configFileOf } from './orphan.ts';
import { environmentOf, type NatsPasswords } from './passwords.ts';
import { programVersion } from './program-version.ts';

export interface NatsServerOptions {
  /** The server's program, from findNatsServer. */
  readonly program: string;
  /** The directory for streams, log and pid; created when needed. */
  readonly directory: string;
  /** A port of the loopback. */
  readonly port: number;
  readonly users: readonly NatsUser[];
  /** Passwords of the users and the administrator. */
  readonly passwords: NatsPasswords;
  /** The configuration except the users' accounts. */
  readonly settings?: ServerSettings | undefined;
}

/** A NATS server that accepts connections. */
export interface NatsServer extends Supervised {
  /** Its address for a user or the administrator, including the password. */
  urlOf(user: string): string;
  /** Sends a signal to the process. */
  kill(signal: NodeJS.Signals): void;
}

/**
 * Starts a NATS server with JetStream on the loopback and waits until it accepts connections. It runs in its own
 * session, so that Ctrl-C reaches only this process, and the server ends after it. First stops a server left running on
 * the directory by a killed owner.
 *
 * @throws {StartError} with the last lines of its log
 */
export async function startNatsServer({
  program,
  directory,
  port,
  users,
  passwords,
  settings,
}: NatsServerOptions): Promise<NatsServer> {
  await mkdir(directory, { recursive: true });
  await clearOrphan(directory);
  const logFile = join(directory, 'nats-server.log');
  const log = await open(logFile, 'w', 0o600);
  const name = String(settings?.server_name ?? `lyceum-${process.pid}-${++started}`);
  const config = await writeConfig({ program, directory, users, settings: { ...settings, server_name: name } });
  const args = ['-c', config, '-a', '127.0.0.1', '-p', String(port), '-P', join(directory, 'pid')];
  const env = environmentOf(passwords);
  const child = spawn(program, args, { env, stdio: ['ignore', log.fd, log.fd], detached: true });
  const atOurExit = () => child.kill('SIGTERM');
  process.once('exit', atOurExit);
  let fault = '';
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    // A program that could not be started never exits; if only a signal could not be sent, it keeps running.
    child.on('error', ({ message }) => {
      fault = `${message}\n`;
      if (child.pid === undefined) resolve();
    });
  }).finally(() => process.off('exit', atOurExit));
  child.unref();
  await log.close();

  let isGone = false;
  void exited.then(() => {
    isGone = true;
  });
  const stop = async () => void (await endProcess(STOP_STEPS, child.kill.bind(child), () => isGone));
  const deadline = AbortSignal.timeout(START_MS);
  let isReady = false;
  while (!isReady && !isGone && !deadline.aborted) {
    isReady = await greets(port, name);
    if (!isReady) await delay(POLL_MS);
  }
  if (isReady) {
    return {
      urlOf: (user) => natsUrlOf({ passwords, port }, user),
      exited,
      stop,
      kill: (signal) => child.kill(signal),
    };
  }
  await stop();
  const logText = (await readFile(logFile, 'utf8')).trim().split('\n').slice(-10).join('\n');
  throw new StartError(`The NATS server did not start. ${fault}The last lines of ${logFile}:\n${logText}`);
}

/** Writes a server's configuration; returns the file. */
async function writeConfig({
  program,
  directory,
  users,
  settings,
}: Pick<NatsServerOptions, 'program' | 'directory' | 'users' | 'settings'>): Promise<string> {
  const file = configFileOf(directory);
  const jetstreamSettings = isOlder(await programVersion(program), SYNCS_SINCE) ? {} : JETSTREAM_SETTINGS;
  const jetstream = { store_dir: directory, ...jetstreamSettings };
  await writeFile(file, renderServerConfig(users, { jetstream, ...settings }));
  return file;
}

/** The address of a server for a user or the administrator, including the password. */
export function natsUrlOf({ passwords, port }: Pick<NatsServerOptions, 'passwords' | 'port'>, user: string): string {
  if (!(user in passwords)) throw new Error(`the NATS server has no user ${user}`);
  return `nats://${user}:${passwords[user]}@127.0.0.1:${port}`;
}

/**
 * The first version of NATS with `sync_interval`; older ones do not start with it, and the development's and the tests'
 * servers may be Debian's.
 */
const SYNCS_SINCE = '2.10.0';

/** How many servers this process has started; makes their names unique. */
let started = 0;

/** Lame duck mode is for clusters; SIGTERM ends at once and flushes memory to disk. */
const STOP_STEPS = [
  ['SIGTERM', 10_000],
  ['SIGKILL', 5_000],
] as const;
const START_MS = 30_000;
const POLL_MS = 25;

/**
 * Whether the server sends its INFO line with its name, which it does once it accepts clients, including streams.
 * Another server may have the port.
 */
async function greets(port: number, name: string): Promise<boolean> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  try {
    const [greeting] = await once(socket, 'data');
    return String(greeting).startsWith('INFO') && String(greeting).includes(`"${name}"`);
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
