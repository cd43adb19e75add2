import type { Logger } from '../observability/log.ts';
import { collectStartGarbage } from './collect-start-garbage.ts';
import { endInOrder } from './end-in-order.ts';
import { stopBy } from './shutdown-budget.ts';
import { watchEventLoop } from './watchdog.ts';

/**
 * Runs one step of a process's start, and registers how to release its resource. All releases share one deadline, a reading of the monotonic
 * clock. Throws if the process has received a stop signal meanwhile.
 */
export type Acquire = <T>(resource: T | Promise<T>, release?: (resource: T, deadline: number) => unknown) => Promise<T>;

/**
 * Runs a process: calls `start`, waits for SIGTERM or SIGINT (or the end of a parent with a channel to it), then closes
 * everything in reverse order and exits with 0. After a failed start it also closes everything, and throws the error. A
 * signal during the start takes effect after the current step, so that nothing is left half done. A second signal, or a
 * shutdown longer than the grace period, ends the process at once: the database rolls back unfinished transactions. So
 * does an event loop that stands still: see {@link watchEventLoop}.
 */
export async function runUntilSignal(
  log: Logger,
  graceMs: number,
  start: (acquire: Acquire) => Promise<void>,
): Promise<void> {
  // The reader of the log may close its end, as in a pipe on Ctrl-C: the process must not fail because of that.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  watchEventLoop(log);
  const releases: ((deadline: number) => unknown)[] = [];
  let stopping = false;
  const acquire: Acquire = async (resource, release) => {
    const result = await resource;
    if (release) releases.unshift((deadline) => release(result, deadline));
    if (stopping) throw new Stopped();
    return result;
  };
  const releaseAll = (deadline: number) =>
    endInOrder(
      releases.splice(0).map((release) => () => release(deadline)),
      deadline,
    );

  const started = Promise.withResolvers<void>();
  onSignals((signal) => {
    stopping = true;
    const deadline = stopBy(graceMs);
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error('did not stop within the grace period');
      process.exit(1);
    }, graceMs).unref();
    const ended = started.promise.then(() => releaseAll(deadline));
    ended.then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  });
  try {
    await start(acquire);
    collectStartGarbage();
  } catch (error) {
    // After a signal, a start may fail because Ctrl-C also reaches the programs it runs; the handling of the signal
    // ends the process.
    if (stopping) return log.debug({ err: error }, 'the start was broken off');
    await releaseAll(stopBy(graceMs)).catch((fault: unknown) => log.error({ err: fault }, 'stopping failed'));
    throw error;
  } finally {
    started.resolve();
  }
}

/** Thrown to end a start after a signal; never leaves this module. */
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
  // A process with a channel to its parent ends with the parent, however the parent ended.
  if (process.connected) process.once('disconnect', () => onSignal('SIGTERM'));
}

/** Ctrl-C under npm arrives twice: from the terminal, and from npm, which forwards it. */
const ONE_KEYSTROKE_MS = 500;
