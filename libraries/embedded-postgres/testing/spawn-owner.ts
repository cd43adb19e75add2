import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A line of output of an owner process, see owner-process.ts. */
export interface Line {
  readonly url?: string;
  readonly code?: string;
  readonly message?: string;
  readonly number?: number;
}

export interface OwnerProcess {
  readonly child: ChildProcess;
  /** The next line of output; rejects if the process ends first. */
  read(): Promise<Line>;
  order(command: 'write' | 'stop'): void;
  /** Resolves when it has ended. */
  readonly ended: Promise<unknown>;
}

/** Starts a process that starts an embedded PostgreSQL on `dataDir`; it stops when this process ends. */
export function spawnOwner(dataDir: string): OwnerProcess {
  const program = fileURLToPath(new URL('owner-process.ts', import.meta.url));
  const child = spawn(process.execPath, [program, dataDir], { cwd: '/', stdio: ['pipe', 'pipe', 'pipe'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  // A process that has ended accepts no commands.
  child.stdin.on('error', () => undefined);
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  return {
    child,
    ended: once(child, 'close'),
    order: (command) => child.stdin.write(`${command}\n`),
    async read() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`The process ended without output. ${complaints}`);
      return JSON.parse(value) as Line;
    },
  };
}
