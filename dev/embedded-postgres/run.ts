import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import type { Account } from './account.ts';

export interface RunResult {
  readonly ok: boolean;
  /** What it wrote to either stream, or why it could not be run at all. */
  readonly output: string;
}

/** Runs a program to its end, as `account` where one is given; never throws. */
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
 * What every program of PostgreSQL gets instead of our own surroundings: English messages (we read some of them), nothing of our environment,
 * and a working directory that the account can reach, which ours need not be.
 */
export function spawnOptions(file: string, account: Account | null) {
  return { cwd: dirname(file), env: { LC_ALL: 'C', TZ: 'UTC' }, ...(account ?? {}) };
}

/** The end of an output, for a message: where programs say why they gave up. */
export function lastLines(output: string): string {
  return output.trim().split('\n').slice(-15).join('\n');
}
