import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childrenOf } from '../../../../test/support/process/process-tree.ts';
import { Program, projectRoot } from '../../../../test/support/process/program.ts';

const PROGRAMS = fileURLToPath(new URL('.', import.meta.url));
const OWN = ['--mount', '--propagation', 'private', '--pid', '--fork', '--kill-child'];
/** An empty Debian 13, made once. What the programs in this folder need is among its packages. */
const DEBIAN = '/var/cache/lyceum-tests/debian-13';
const PACKAGES = ['ca-certificates', 'curl', 'iproute2', 'procps', 'systemd'];

/** Why there can be no such machine here; undefined if there can. Requires Linux, root, and debootstrap. */
export function whyNoMachine(): string | undefined {
  if (spawnSync('unshare', [...OWN, 'true']).status !== 0) return 'this is not Linux, or not root';
  return spawnSync('which', ['debootstrap']).status === 0 ? undefined : 'there is no debootstrap';
}

/** A machine with an empty Debian 13 within this one, for commands of root. */
export class Machine {
  readonly #folder: string;
  readonly #program: Program;
  readonly #pid: number;

  private constructor(folder: string, program: Program, pid: number) {
    this.#folder = folder;
    this.#program = program;
    this.#pid = pid;
  }

  static async begin(): Promise<Machine> {
    await provideDebian();
    const folder = await mkdtemp(join(tmpdir(), 'lyceum-machine-'));
    const own = ['bash', join(PROGRAMS, 'begin'), DEBIAN, folder, projectRoot, PROGRAMS];
    const program = Program.spawn('unshare', [...OWN, ...own]);
    await program.waitForOutput(/begun/);
    const [pid = 0] = await childrenOf(program.child.pid ?? 0);
    return new Machine(folder, program, pid);
  }

  /** Runs a script in a shell that ends at the first failure; returns its output. Throws if it fails. */
  async run(script: string): Promise<string> {
    const enter = ['--target', String(this.#pid), '--mount', '--net', '--pid', '--root', '--wd'];
    const env = { PATH: `/run/programs:${SYSTEM_PATH}`, HOME: '/root', LC_ALL: 'C.UTF-8' };
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const shell = ['env', '--ignore-environment', ...variables, '/bin/bash', '-euo', 'pipefail', '-c', script];
    const program = Program.spawn('nsenter', [...enter, ...shell]);
    const { code } = await program.exited;
    if (code !== 0) throw new Error(`${script}\nended with ${code}: ${program.stdout}\n${program.stderr}`);
    return program.stdout;
  }

  /** Ends everything that runs on it, and removes what it has written. */
  async end(): Promise<void> {
    this.#program.kill('SIGKILL');
    await this.#program.exited;
    await rm(this.#folder, { recursive: true, force: true });
  }
}

const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Throws with the last lines of what debootstrap prints. */
async function provideDebian(): Promise<void> {
  if (existsSync(DEBIAN)) return;
  process.stdout.write(`The tests need an empty Debian 13: making one in ${DEBIAN} (debootstrap).\n`);
  const draft = `${DEBIAN}.${process.pid}`;
  const made = Program.spawn('debootstrap', ['--variant=minbase', `--include=${PACKAGES.join()}`, 'trixie', draft]);
  if ((await made.exited).code !== 0) throw new Error(`debootstrap failed: ${made.stdout.slice(-1_000)}${made.stderr}`);
  await rename(draft, DEBIAN);
}
