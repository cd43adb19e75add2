import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../log.ts';
import type { Postmaster } from './postmaster.ts';

/** Keeps a server running until `stop`: one that dies (killed for want of memory, say) is launched again, so that its clients recover without a restart of ours. */
export function supervise(
  first: Postmaster,
  launchAgain: () => Promise<Postmaster>,
  log?: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { promise: stopped, resolve: beginStop } = Promise.withResolvers<void>();
  const supervision = watch();
  return {
    stop: () => {
      stopping.abort();
      beginStop();
      return supervision;
    },
  };

  async function watch(): Promise<void> {
    let current = first;
    let pause = FIRST_PAUSE_MS;
    for (;;) {
      await Promise.race([current.exited, stopped]);
      if (stopping.signal.aborted) return current.stop();
      log?.error('PostgreSQL has ended unexpectedly; starting it again');
      await delay(pause, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      try {
        current = await launchAgain();
        pause = FIRST_PAUSE_MS;
      } catch (error) {
        pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
        log?.error({ err: error }, 'PostgreSQL could not be started again');
      }
    }
  }
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
