import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from './compile-cache.ts';

export interface ProgramOptions {
  /** Only PATH and HOME of the test's own environment reach the program. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** The folder of the project's source, if not the one under test; ends with a slash. */
  readonly root?: string | undefined;
  readonly uid?: number;
  readonly gid?: number;
  /** Runs in its own process group, as in a terminal. */
  readonly detached?: boolean;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));

/** Ends the started programs when the test run ends early. */
const alive = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/** A process of the product: its output, and how it ends. */
export class Program {
  readonly child: ChildProcess;
  /** Resolves when the process has ended and all its output is read. */
  readonly exited: Promise<Exit>;
  stdout = '';
  stderr = '';
  readonly #waiting = new Set<() => void>();

  private constructor(child: ChildProcess) {
    this.child = child;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#notify(() => (this.stdout += text)));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => this.#notify(() => (this.stderr += text)));
    alive.add(child);
    this.exited = once(child, 'close').then(([code, signal]) => {
      alive.delete(child);
      const exit = { code, signal };
      this.#notify(() => undefined);
      return exit;
    });
  }

  /** Runs one of the project's programs with the project's own Node. */
  static node(script: string, args: readonly string[] = [], options: ProgramOptions = {}): Program {
    const { root = projectRoot } = options;
    return Program.spawn(`${projectRoot}node_modules/.bin/node`, [`${root}${script}`, ...args], options);
  }

  static spawn(file: string, args: readonly string[], { env = {}, root, ...options }: ProgramOptions = {}): Program {
    const { PATH = '', HOME = '/' } = process.env;
    return new Program(
      spawn(file, args, {
        cwd: root ?? projectRoot,
        ...options,
        env: { PATH, HOME, ...COMPILE_CACHE, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    );
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Sends a signal to all processes in a detached program's group, as a terminal does on Ctrl-C. */
  killGroup(signal: NodeJS.Signals): void {
    if (this.child.pid !== undefined) process.kill(-this.child.pid, signal);
  }

  /** Waits until its standard output matches; throws if the program ends without a match. */
  async waitForOutput(pattern: RegExp, atMostMs = 150_000): Promise<RegExpExecArray> {
    let over = false;
    const timer = setTimeout(() => {
      over = true;
      this.#notify(() => undefined);
    }, atMostMs);
    try {
      for (;;) {
        const match = pattern.exec(this.stdout);
        if (match) return match;
        if (over || !this.isRunning) {
          throw new Error(`it never printed ${pattern}\nstdout: ${this.stdout}\nstderr: ${this.stderr}`);
        }
        await new Promise<void>((resolve) => this.#waiting.add(resolve));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #notify(note: () => void): void {
    note();
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}
