import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Whether packages can be installed here: as root on Debian and its derivatives. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync(APT);
}

/**
 * Installs a system package that tests need, and prints one line about it. Throws with the last lines of the error
 * output.
 */
export async function installDebianPackage(name: string): Promise<void> {
  process.stdout.write(`The tests need ${name}: installing the system package (apt-get install ${name}).\n`);
  const get = () => apt(['install', '--yes', '--no-install-recommends', name]);
  try {
    // The lists of packages may be missing or out of date.
    await get().catch(async () => {
      await apt(['update']);
      await get();
    });
  } catch (error) {
    throw failure(`Installing ${name}`, error);
  }
}

interface Unpacked {
  /** The Debian release that has them. */
  readonly suite: string;
  readonly packages: readonly string[];
  /** The target folder; created completely or not at all. */
  readonly folder: string;
}

/**
 * Unpacks packages of another Debian release into a folder of their own, from the source of the system's packages, and
 * prints one line about it. Does not change the system. Throws with the last lines of the error output.
 */
export async function unpackDebianPackages({ suite, packages, folder }: Unpacked): Promise<void> {
  process.stdout.write(`The tests need ${packages[0]} of Debian ${suite}: unpacking it into ${folder}.\n`);
  const draft = `${folder}.${process.pid}`;
  const work = join(draft, 'work');
  try {
    await mkdir(join(work, 'lists', 'partial'), { recursive: true });
    const { stdout } = await apt(['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages', 'Label: Debian']);
    const source = `deb [signed-by=${KEYRING}] ${stdout.split('\n')[0]} ${suite} main\n`;
    await writeFile(join(work, 'sources.list'), source);
    const own = [
      `-oDir::Etc::sourcelist=${join(work, 'sources.list')}`,
      '-oDir::Etc::sourceparts=/dev/null',
      `-oDir::State::lists=${join(work, 'lists')}`,
      `-oDir::Cache=${work}`,
      '-oAPT::Sandbox::User=root',
    ];
    await apt([...own, 'update']);
    await apt([...own, 'download', ...packages.map((name) => `${name}/${suite}`)], work);
    for (const file of (await readdir(work)).filter((name) => name.endsWith('.deb')))
      await promisify(execFile)('dpkg-deb', ['--extract', join(work, file), draft]);
    await rm(work, { recursive: true });
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw failure(`Unpacking ${packages[0]}`, error);
  }
}

function apt(args: readonly string[], cwd = '/'): Promise<{ stdout: string }> {
  return promisify(execFile)(ONE_AT_A_TIME, [APT_LOCK, APT, '-qq', `-oDPkg::Lock::Timeout=${LOCK_SECONDS}`, ...args], {
    cwd,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
  });
}

function failure(what: string, error: unknown): Error {
  const output = String((error as { stderr?: string }).stderr ?? error).trim();
  return new Error(`${what} failed: ${output.split('\n').slice(-3).join(' ')}`, { cause: error });
}

const APT = '/usr/bin/apt-get';
/** Debian's keys, of later releases too. */
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
/**
 * Concurrent test runs take turns to install: the first one installs, the others find the package present. Part of
 * every Debian.
 */
const ONE_AT_A_TIME = '/usr/bin/flock';
const APT_LOCK = '/run/lock/lyceum-packages.lock';
/** How long to wait for another installation on the machine. */
const LOCK_SECONDS = 120;
