import type { Logger } from '../observability/log.ts';

/** Takes a step of a process's start, and notes how its result is ended. Refuses when the process has been told to stop meanwhile. */
export type Own = <T>(made: T | Promise<T>, end?: (made: T) => unknown) => Promise<T>;

/**
 * Runs a process: `start`, then until SIGTERM or SIGINT (or the end of a parent that holds a channel to it), then what was started is ended in the reverse order and the process exits with 0.
 * A start that fails is ended likewise, and its error thrown. A signal during the start is obeyed after the step under way, so that
 * nothing is left half made. A second signal, or an end that outlasts the grace, stops the process at once: what could not be undone by then
 * is undone by the database.
 */
export async function runUntilSignal(log: Logger, graceMs: number, start: (own: Own) => Promise<void>): Promise<void> {
  // Whoever reads the log may go, as a pipe's other end does at its Ctrl-C: nobody else is to notice.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  const ends: (() => unknown)[] = [];
  let stopping = false;
  const own: Own = async (made, end) => {
    const result = await made;
    if (end) ends.unshift(() => end(result));
    if (stopping) throw new Stopped();
    return result;
  };
  const endAll = async () => {
    for (const end of ends.splice(0)) await end();
  };

  const started = Promise.withResolvers<void>();
  onSignals((signal) => {
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error('did not stop within the grace period');
      process.exit(1);
    }, graceMs).unref();
    started.promise.then(endAll).then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  });
  try {
    await start(own);
  } catch (error) {
    // Told to stop, a start may well fail, by Ctrl-C reaching the programs it runs; the signal's own course ends the process.
    if (stopping) return log.debug({ err: error }, 'the start was broken off');
    await endAll();
    throw error;
  } finally {
    started.resolve();
  }
}

/** The end of a start that was told to stop; never seen outside. */
class Stopped extends Error {}

/** Calls `stop` at the first signal; a second one ends the process. */
function onSignals(stop: (signal: NodeJS.Signals) => void): void {
  let secondSignal: 'none' | 'ignored' | 'heard' = 'none';
  const onSignal = (signal: NodeJS.Signals) => {
    if (secondSignal === 'heard') process.exit(1);
    if (secondSignal === 'ignored') return;
    secondSignal = 'ignored';
    setTimeout(() => {
      secondSignal = 'heard';
    }, ONE_KEYSTROKE_MS).unref();
    stop(signal);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  // A process that was started with a channel to its parent ends with it, however that came to its end.
  if (process.connected) process.once('disconnect', () => onSignal('SIGTERM'));
}

/** Ctrl-C under npm comes twice: from the terminal, and from npm, which passes it on. */
const ONE_KEYSTROKE_MS = 500;
