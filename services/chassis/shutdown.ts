import type { Logger } from './log.ts';

/**
 * Runs `stop` once at SIGTERM or SIGINT, then ends the process; a second signal, or a stop that outlasts the grace, ends it at once. What
 * could not be undone by then is undone by the database.
 */
export function stopOnSignal(log: Logger, graceMs: number, stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    const timer = setTimeout(() => {
      log.error('did not stop within the grace period');
      process.exit(1);
    }, graceMs);
    timer.unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
