import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { type Environment, readConfig } from '../../platform/core/config/config.ts';
import { optional, text } from '../../platform/core/config/variables.ts';
import { StartError } from '../../platform/core/start-error.ts';

/** The variables with the location of the NATS server. */
export const natsServerVariables = {
  NATS_SERVER_BIN: optional(
    text({
      description: 'path of the NATS server program; default: the one on PATH',
    }),
  ),
};

/**
 * The program of the NATS server: from NATS_SERVER_BIN, else from PATH or the folders of system packages. Installs
 * nothing.
 *
 * @throws {StartError} with instructions to install one
 */
export async function findNatsServer(environment: Environment): Promise<string> {
  const { NATS_SERVER_BIN: named } = readConfig(natsServerVariables, environment);
  if (named) {
    if (await isProgram(named)) return named;
    throw new StartError(`NATS_SERVER_BIN: ${named} is not an executable program.`);
  }
  const found = await search(environment);
  if (found !== undefined) return found;
  throw new StartError(
    `There is no NATS server on this machine. Install it (${await installCommand()}), or set NATS_SERVER_BIN to its program.`,
  );
}

async function installCommand(): Promise<string> {
  if (await isProgram('/usr/bin/apt-get')) return 'as root: apt-get install nats-server';
  if (process.platform === 'darwin') return 'brew install nats-server';
  return 'https://docs.nats.io/running-a-nats-service/introduction/installation';
}

async function search({ PATH = '' }: Environment): Promise<string | undefined> {
  for (const folder of [...PATH.split(delimiter).filter(Boolean), ...SYSTEM_FOLDERS]) {
    const program = join(folder, process.platform === 'win32' ? 'nats-server.exe' : 'nats-server');
    if (await isProgram(program)) return program;
  }
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Folders of packages that PATH may lack: on Debian, /usr/sbin is not in an ordinary user's PATH. */
const SYSTEM_FOLDERS = ['/usr/local/bin', '/usr/local/sbin', '/usr/bin', '/usr/sbin', '/opt/homebrew/bin'];
