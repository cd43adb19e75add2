import type { Environment } from '../platform/core/config/config.ts';

/**
 * Stops a program started by npm when npm has ended: npm runs it in a shell, which does not forward signals. A program
 * started without npm can outlive its parent.
 */
export function endWithNpm(environment: Environment): void {
  if (!environment.npm_lifecycle_event) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS).unref();
  // Our signal after another one would be the second, which stops the process at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => clearInterval(watch));
}

const LOOK_EVERY_MS = 250;
