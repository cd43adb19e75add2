import { setTimeout as delay } from 'node:timers/promises';
import type { ServerLog } from './program.ts';

/** A running child process. */
export interface Supervised {
  /** Resolves when the process has ended, for whatever reason. */
  readonly exited: Promise<void>;
  /** Whether it ended cleanly, because it was stopped: then it is not started again until `resume`. */
  readonly hasLeft?: boolean;
  /** Stops it cleanly; resolves when it has ended. */
  stop(): Promise<void>;
}

export interface Supervisor {
  stop(): Promise<void>;
  /** Launches stopped processes again. */
  resume(): void;
}

export interface SuperviseOptions {
  /** The process's name in the log. */
  readonly name: string;
  readonly first: Supervised;
  launchAgain(): Promise<Supervised>;
  readonly log?: ServerLog | undefined;
  /** Called when the process has left, and waits for `resume`. */
  onLeft?(): void;
}

/**
 * Keeps a process running until `stop`: if it dies (out of memory, for example) it is launched again, so that its
 * clients recover without a restart of this process.
 */
export function supervise({ name, first, launchAgain, log, onLeft }: SuperviseOptions): Supervisor {
  const stopping = new AbortController();
  let resumed = Promise.withResolvers<void>();
  const { promise: stopped, resolve: beginStop } = Promise.withResolvers<void>();
  const supervision = watch();
  return {
    stop: () => {
      stopping.abort();
      beginStop();
      return supervision;
    },
    resume: () => {
      resumed.resolve();
      resumed = Promise.withResolvers();
    },
  };

  async function watch(): Promise<void> {
    let current = first;
    let pause = FIRST_PAUSE_MS;
    for (;;) {
      await Promise.race([current.exited, stopped]);
      if (stopping.signal.aborted) return current.stop();
      if (current.hasLeft) {
        onLeft?.();
        await Promise.race([resumed.promise, stopped]);
      } else {
        log?.error({ name }, `${name} has ended unexpectedly; starting it again`);
        await delay(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      }
      if (stopping.signal.aborted) return;
      try {
        current = await launchAgain();
        pause = FIRST_PAUSE_MS;
      } catch (error) {
        pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
        log?.error({ err: error }, `${name} could not be started again`);
      }
    }
  }
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
