import type { Environment } from '../platform/core/config/config.ts';

/**
 * Stops a program that npm runs when npm is gone: npm runs it in a shell, which passes no signal on. Without npm a program may outlive
 * whoever started it.
 */
export function endWithNpm(environment: Environment): void {
  if (!environment.npm_lifecycle_event) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== shell) process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS).unref();
  // A signal of ours behind another one would be the second, which stops the process at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => clearInterval(watch));
}

const LOOK_EVERY_MS = 250;
