import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Whether packages can be installed here: as root on Debian or a distribution based on it. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync(APT);
}

/** Installs a package of the system's, which tests need, and says so in one line. Throws with the last lines of what went wrong. */
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
  /** The release of Debian that has them. */
  readonly suite: string;
  readonly packages: readonly string[];
  /** Where their files are to be; made whole or not at all. */
  readonly folder: string;
}

/**
 * Unpacks packages of another release of Debian into a folder of their own, from where the system's packages come from, and says so in one line. The
 * system stays as it is. Throws with the last lines of what went wrong.
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
/** Test runs that begin at the same time all want to install: the first one does, and the others find it done. Part of every Debian. */
const ONE_AT_A_TIME = '/usr/bin/flock';
const APT_LOCK = '/run/lock/lyceum-packages.lock';
/** How long it waits for whoever else installs something on the machine. */
const LOCK_SECONDS = 120;
