import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';

const execute = promisify(execFile);

/**
 * Runs a program to its end, as the user `account` if given; never throws. The output is that of both streams, or why
 * it could not be started.
 */
export async function run(
  file: string,
  args: readonly string[],
  account: Account | null,
): Promise<{ readonly ok: boolean; readonly output: string }> {
  try {
    const { stdout, stderr } = await execute(file, args, spawnOptions(file, account));
    return { ok: true, output: `${stdout}${stderr}`.trim() };
  } catch (error) {
    const {
      stdout = '',
      stderr = '',
      message,
    } = error as Error & { readonly stdout?: string; readonly stderr?: string };
    return { ok: false, output: `${stdout}${stderr}`.trim() || message };
  }
}

/**
 * The environment of every program of PostgreSQL: English messages (we parse some of them), no variables of this
 * process, and a working directory that the user can access, which ours may not be.
 */
export function spawnOptions(file: string, account: Account | null) {
  return { cwd: dirname(file), env: { LC_ALL: 'C', TZ: 'UTC' }, ...account };
}

/** The end of an output, for a message: programs print there why they failed. */
export function lastLines(output: string): string {
  return output.trim().split('\n').slice(-15).join('\n');
}
