import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The version of a NATS server's program, `2.11.16`; empty if it cannot be run. */
export async function programVersion(program: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, ['--version']).catch(() => ({ stdout: '' }));
  return /v(\d+\.\d+\.\d+)/.exec(stdout)?.[1] ?? '';
}
