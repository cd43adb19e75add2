import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../platform/observability/log.ts';

/** A process of ours that runs. */
export interface Supervised {
  /** Resolves when the process has ended, whyever. */
  readonly exited: Promise<void>;
  /** Whether it has ended in good order, because somebody told it to: then it stays away until `resume`. */
  readonly hasLeft?: boolean;
  /** Ends it in good order; resolves when it is gone. */
  stop(): Promise<void>;
}

export interface Supervisor {
  stop(): Promise<void>;
  /** Launches again what has left. */
  resume(): void;
}

/**
 * Keeps a process running until `stop`: one that dies (killed for want of memory, say) is launched again, so that its clients recover without a
 * restart of ours.
 * @param name what the log calls it
 */
export function supervise(
  name: string,
  first: Supervised,
  launchAgain: () => Promise<Supervised>,
  log?: Logger,
): Supervisor {
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
        log?.info(`${name} has been stopped; kill -USR2 ${process.pid} starts it again`);
        await Promise.race([resumed.promise, stopped]);
      } else {
        log?.error(`${name} has ended unexpectedly; starting it again`);
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
