import { spawnSync } from 'node:child_process';
import { childrenOf } from '../process/process-tree.ts';
import { Program } from '../process/program.ts';
import { until } from '../until.ts';

/** What an image and its pod specify for the container runtime. */
export interface Container {
  readonly root: string;
  /** The folder mounted as /secrets. */
  readonly secrets: string;
  /** Ids of user and group, `65532:65532`. */
  readonly user: string;
  readonly directory: string;
  readonly stopSignal: string;
}

/** The program replaces the shell, as process 1 and the image's user, on a read-only root. */
const IN_READ_ONLY_ROOT = `
set -e
root="$0" secrets="$1" user="$2" directory="$3"
shift 3
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --bind "$secrets" "$root/secrets"
mount -o remount,ro,bind "$root/secrets"
mount -o remount,ro,bind "$root"
if touch "$root/tmp/written" 2>/dev/null; then exit 98; fi
exec setpriv --no-new-privs unshare --root="$root" --wd="$directory" --setgid="\${user#*:}" --setuid="\${user%:*}" "$@"
`;

const UNSHARE = ['--pid', '--fork', '--kill-child', '--mount', '--propagation', 'private'];

/** A program as a container runs it: as process 1, as an unprivileged user, on its own read-only file system. */
export class Sandboxed {
  readonly program: Program;
  readonly #stopSignal: NodeJS.Signals;

  /** Whether this machine can run such a sandbox: requires Linux and root. */
  static readonly isPossible = spawnSync('unshare', [...UNSHARE, 'true']).status === 0;

  private constructor(program: Program, stopSignal: NodeJS.Signals) {
    this.program = program;
    this.#stopSignal = stopSignal;
  }

  static spawn(container: Container, command: readonly string[], env: Readonly<Record<string, string>>): Sandboxed {
    const { root, secrets, user, directory, stopSignal } = container;
    const args = ['sh', '-c', IN_READ_ONLY_ROOT, root, secrets, user, directory, ...command];
    const program = Program.spawn('unshare', [...UNSHARE, ...args], { env: { HOME: '/nonexistent', ...env } });
    return new Sandboxed(program, stopSignal as NodeJS.Signals);
  }

  /** Sends SIGTERM to the program itself, as a kubelet does; its exit is that of `program`. */
  async terminate(): Promise<void> {
    const own = this.program.child.pid ?? 0;
    let inside: number | undefined;
    await until('a process inside', async () => {
      [inside] = await childrenOf(own);
      return inside !== undefined;
    });
    process.kill(inside ?? own, this.#stopSignal);
  }
}
