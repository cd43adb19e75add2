import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

/** Whether packages can be installed here: as root on Debian and its kin. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync(APT);
}

/** Installs a package of the system's, which tests need, and says so in one line. Throws with the last lines of what went wrong. */
export async function installDebianPackage(name: string): Promise<void> {
  process.stdout.write(`The tests need ${name}: installing the system package (apt-get install ${name}).\n`);
  const apt = (...args: string[]) =>
    promisify(execFile)(ONE_AT_A_TIME, [APT_LOCK, APT, '-qq', `-oDPkg::Lock::Timeout=${LOCK_SECONDS}`, ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
    });
  const get = () => apt('install', '--yes', '--no-install-recommends', name);
  try {
    // The lists of packages may be missing or out of date.
    await get().catch(async () => {
      await apt('update');
      await get();
    });
  } catch (error) {
    const words = String((error as { stderr?: string }).stderr ?? error).trim();
    throw new Error(`Installing ${name} failed: ${words.split('\n').slice(-3).join(' ')}`, { cause: error });
  }
}

const APT = '/usr/bin/apt-get';
/** Test runs that begin at the same time all want to install: the first one does, and the others find it done. Part of every Debian. */
const ONE_AT_A_TIME = '/usr/bin/flock';
const APT_LOCK = '/run/lock/lyceum-packages.lock';
/** How long it waits for whoever else installs something on the machine. */
const LOCK_SECONDS = 120;
