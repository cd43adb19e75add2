import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endProcess, type Supervised } from '../libraries/embedded-postgres/index.ts';
import type { Environment } from '../platform/core/config/config.ts';

export interface ChildOptions {
  /** The prefix of its output lines. */
  readonly name: string;
  /** The program's file, relative to the project's root. */
  readonly script: string;
  readonly environment: Environment;
  /** Receives each line that it writes to standard output or standard error. */
  readonly print: (name: string, line: string) => void;
}

/** A program of the project in its own process. */
export interface Child extends Supervised {
  readonly name: string;
  readonly pid: number | undefined;
}

/**
 * Starts a program of the project. It runs in its own session, so that Ctrl-C reaches only this process, which then
 * stops its children in order. If this process is killed, the IPC channel breaks, and the child ends by itself.
 */
export function spawnChild({ name, script, environment, print }: ChildOptions): Child {
  const file = fileURLToPath(new URL(`../${script}`, import.meta.url));
  const child = spawn(process.execPath, ['--import', COMPILE_CACHE, file], {
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', (line) => print(name, line));
  }
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.on('error', (error) => {
      print(name, error.message);
      // A program that could not be started never emits `close`.
      if (child.pid === undefined) resolve();
    });
  });
  const atOurExit = () => child.kill('SIGTERM');
  process.once('exit', atOurExit);
  void exited.then(() => process.off('exit', atOurExit));
  return {
    name,
    pid: child.pid,
    exited,
    get hasLeft() {
      return child.exitCode === 0;
    },
    async stop() {
      const isGone = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
      if (await endProcess(STOP_STEPS, child.kill.bind(child), isGone)) await exited;
    },
  };
}

/** Slightly longer than the processes' own grace periods. */
const STOP_STEPS = [
  ['SIGTERM', 27_000],
  ['SIGKILL', 5_000],
] as const;

const COMPILE_CACHE = new URL('./compile-cache.js', import.meta.url).href;
