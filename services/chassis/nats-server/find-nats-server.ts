import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { type Environment, readConfig } from '../config/config.ts';
import { optional, text } from '../config/variables.ts';
import type { Logger } from '../log.ts';
import { StartError } from '../start-error.ts';

/** What says where the NATS server's program is. */
export const natsServerVariables = {
  NATS_SERVER_BIN: optional(
    text({
      description: "the NATS server's program; else the one on PATH, or the one that the system's package brings",
    }),
  ),
};

/**
 * The NATS server's program: the one that NATS_SERVER_BIN names, else the one on PATH or where system packages put it, else, as root on
 * Debian and its kin, the one that the system's own package brings.
 *
 * @throws {StartError} that says how to get one
 */
export async function findNatsServer(environment: Environment, log?: Logger): Promise<string> {
  const { NATS_SERVER_BIN: named } = readConfig(natsServerVariables, environment);
  if (named) {
    if (await isProgram(named)) return named;
    throw new StartError(`NATS_SERVER_BIN: ${named} is no program that can be run.`);
  }
  return (await search(environment)) ?? (await install(environment, log));
}

async function search({ PATH = '' }: Environment): Promise<string | undefined> {
  for (const folder of [...PATH.split(delimiter).filter(Boolean), ...SYSTEM_FOLDERS]) {
    const program = join(folder, process.platform === 'win32' ? 'nats-server.exe' : 'nats-server');
    if (await isProgram(program)) return program;
  }
  return undefined;
}

async function install(environment: Environment, log: Logger | undefined): Promise<string> {
  if (process.getuid?.() !== 0 || !(await isProgram(APT))) throw new StartError(ADVICE);
  log?.info('installing the system package nats-server');
  const apt = (...args: string[]) =>
    promisify(execFile)(ONE_AT_A_TIME, [APT_LOCK, APT, '-qq', `-oDPkg::Lock::Timeout=${LOCK_SECONDS}`, ...args], {
      env: { ...environment, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
    });
  const get = () => apt('install', '-y', '--no-install-recommends', 'nats-server');
  try {
    // The lists of packages may be missing or out of date.
    await get().catch(async () => {
      await apt('update');
      await get();
    });
  } catch (error) {
    throw new StartError(`${ADVICE} Installing the system package failed: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return (await search(environment)) ?? Promise.reject(new StartError(ADVICE));
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Where packages put it that PATH may lack: on Debian, /usr/sbin is not on an ordinary user's. */
const SYSTEM_FOLDERS = ['/usr/local/bin', '/usr/local/sbin', '/usr/bin', '/usr/sbin', '/opt/homebrew/bin'];
const APT = '/usr/bin/apt-get';
/** Processes that start at the same time all want to install: the first one does, and the others find it done. Part of every Debian. */
const ONE_AT_A_TIME = '/usr/bin/flock';
const APT_LOCK = '/run/lock/lyceum-nats-server.lock';
/** How long it waits for whoever else installs something on the machine. */
const LOCK_SECONDS = 120;
const ADVICE =
  'There is no NATS server on this machine. Install one (Debian and Ubuntu: apt-get install nats-server; macOS: brew install nats-server), or set NATS_SERVER_BIN to the program, or NATS_URL to a server that runs already.';
