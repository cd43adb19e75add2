import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The programs that podman starts; its Debian package only recommends some of them. */
const NEEDED = ['podman', 'runc', 'iptables', '/usr/lib/podman/netavark', '/usr/lib/podman/aardvark-dns'];

/**
 * runc, because crun fails where a machine has version 1 and 2 of cgroups; no systemd; limits that a process without
 * the right to raise its own may set; and netavark, because podman takes CNI where it finds images.
 */
const CONFIGURATION = `
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
[network]
network_backend = "netavark"
`;

const FILE = 'containers.conf';

/** Output of a command in a container. */
export interface Output {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Debian's podman, as root, with storage of its own. */
export class Podman {
  readonly #options: readonly string[];
  /** When a container exceeds its memory, a file appears where podman was started. */
  readonly #folder: string;

  private constructor(options: readonly string[], folder: string) {
    this.#options = options;
    this.#folder = folder;
  }

  /** Why pods cannot run here, and how to change that. */
  static whyNot(): string | undefined {
    const missing = NEEDED.filter((program) => spawnSync(program, ['--version']).error !== undefined);
    return missing.length === 0 ? undefined : `install the Debian packages of ${missing.join(', ')}`;
  }

  /**
   * @param folder a folder for the configuration
   * @param storage the options that name the storage, which has the images
   */
  static async prepare(folder: string, storage: readonly string[]): Promise<Podman> {
    await writeFile(join(folder, FILE), CONFIGURATION);
    return new Podman(storage, folder);
  }

  /** Its standard output; throws with its error output if it fails. */
  async run(...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.exec(args);
    if (code !== 0) throw new Error(`podman ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
    return stdout.trim();
  }

  /** @param input standard input */
  async exec(args: readonly string[], input = ''): Promise<Output> {
    const env = { ...process.env, CONTAINERS_CONF: join(this.#folder, FILE) };
    const options = { cwd: this.#folder, env, maxBuffer: 2 ** 26 };
    const running = promisify(execFile)('podman', [...this.#options, ...args], options);
    // A command may end without reading its input: its exit code tells.
    running.child.stdin?.on('error', () => undefined).end(input);
    return running.then(
      (output) => ({ code: 0, ...output }),
      (error: Error & Output) => {
        if (typeof error.code !== 'number') throw error;
        return { code: error.code, stdout: error.stdout, stderr: error.stderr };
      },
    );
  }

  /** A value of a container's state, by a template of Go: `{{.RestartCount}}`. */
  inspect(container: string, template: string): Promise<string> {
    return this.run('container', 'inspect', '--format', template, container);
  }
}
