import { spawnSync } from 'node:child_process';
import { childrenOf } from '../../support/process-tree.ts';
import { Program } from '../../support/program.ts';
import { until } from '../../support/until.ts';

/** A user whom no machine has. */
const NOBODY = 65_532;

/** Everything that is mounted becomes a place to read from only, then the program takes the place of the shell, as process 1 and nobody's. */
const IN_READ_ONLY_ROOT = `
for place in / /tmp /var/tmp /dev/shm /run; do
  if mountpoint -q "$place"; then mount -o remount,ro,bind "$place" || exit 97; fi
done
if touch /tmp/sandbox-is-writable 2>/dev/null; then exit 98; fi
exec setpriv --reuid ${NOBODY} --regid ${NOBODY} --clear-groups "$0" "$@"
`;

const UNSHARE = [
  '--pid',
  '--fork',
  '--kill-child',
  '--mount',
  '--propagation',
  'private',
  'sh',
  '-c',
  IN_READ_ONLY_ROOT,
];

/** Whether this machine lets us have such a sandbox: it takes Linux and its root. */
const isPossible = spawnSync('unshare', [...UNSHARE, 'true']).status === 0;

/** A program as a container runs it: as process 1, as a user with no rights, on a file system that it cannot write to. */
export class Sandboxed {
  readonly program: Program;

  /** Where the machine does not let us, a plain process, in an environment without a home. */
  static readonly isPossible = isPossible;

  private constructor(program: Program) {
    this.program = program;
  }

  static spawn(file: string, args: readonly string[], env: Readonly<Record<string, string>>, cwd: string): Sandboxed {
    const options = { env: { HOME: '/nonexistent', ...env }, cwd };
    if (!isPossible) return new Sandboxed(Program.spawn(file, args, options));
    return new Sandboxed(Program.spawn('unshare', [...UNSHARE, file, ...args], options));
  }

  /** Tells the program itself to end, as a kubelet does; its exit is that of `program`. */
  async terminate(): Promise<void> {
    const own = this.program.child.pid ?? 0;
    if (!isPossible) return this.program.kill('SIGTERM');
    let inside: number | undefined;
    await until('a process inside', async () => {
      [inside] = await childrenOf(own);
      return inside !== undefined;
    });
    process.kill(inside ?? own, 'SIGTERM');
  }
}
