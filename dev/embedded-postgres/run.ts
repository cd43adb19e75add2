import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import type { Account } from './account.ts';

export interface RunResult {
  readonly ok: boolean;
  /** The output of both streams, or why it could not be started. */
  readonly output: string;
}

/** Runs a program to its end, as the user `account` if given; never throws. */
export function run(file: string, args: readonly string[], account: Account | null): Promise<RunResult> {
  const { promise, resolve } = Promise.withResolvers<RunResult>();
  const child = spawn(file, args, { ...spawnOptions(file, account), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  child.on('error', (error) => resolve({ ok: false, output: error.message }));
  child.once('close', (status) => resolve({ ok: status === 0, output: output.trim() }));
  return promise;
}

/**
 * The environment of every program of PostgreSQL: English messages (we parse some of them), no variables of this process, and a working directory
 * that the user can access, which ours may not be.
 */
export function spawnOptions(file: string, account: Account | null) {
  return { cwd: dirname(file), env: { LC_ALL: 'C', TZ: 'UTC' }, ...(account ?? {}) };
}

/** The end of an output, for a message: programs print there why they failed. */
export function lastLines(output: string): string {
  return output.trim().split('\n').slice(-15).join('\n');
}
