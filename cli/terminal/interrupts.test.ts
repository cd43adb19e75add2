import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { COMPILE_CACHE } from '../../test/support/process/compile-cache.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

it('Ctrl-C ends a command with one line and exit code 130', async () => {
  const child = spawn(process.execPath, [MAIN, 'import', '-'], { env: { ...COMPILE_CACHE } });
  const answer = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  // More than a pipe buffers: once all is written, the command is reading, and waits for more input that never comes.
  await new Promise<void>((resolve) => child.stdin.write(' '.repeat(1_000_000), () => resolve()));
  child.kill('SIGINT');
  const [stdout, stderr, [code, signal]] = await answer;
  expect([code, signal]).toEqual([130, null]);
  expect([stdout, stderr]).toEqual(['', 'Interrupted. You can repeat the command.\n']);
});
