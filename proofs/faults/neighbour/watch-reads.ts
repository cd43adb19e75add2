import { setTimeout as delay } from 'node:timers/promises';
import { get, getHealth, type Outcome, type Target } from './target.ts';

/** Another institution's reads during an attack. */
export interface Watch {
  /** Stops; returns the outcomes of the reads. */
  end(): Promise<readonly Outcome[]>;
}

/** Reads the paths in turn in a loop, with a pause after each response. */
export function watchReads(target: Target, paths: readonly string[]): Watch {
  return watch((n) => get(target, paths[n % paths.length] ?? ''));
}

/** Polls a gateway's liveness in the same way, as Kubernetes does. */
export function watchHealth(target: Target): Watch {
  return watch(() => getHealth(target));
}

function watch(send: (n: number) => Promise<Outcome>): Watch {
  const outcomes: Outcome[] = [];
  let isOver = false;
  const read = async () => {
    for (let n = 0; !isOver; n++) {
      outcomes.push(await send(n));
      await delay(PAUSE_MS);
    }
  };
  const reading = read();
  return {
    async end() {
      isOver = true;
      await reading;
      return outcomes;
    },
  };
}

/** The quantile of the outcomes' durations, in milliseconds. @param part from 0 to 1 */
export function quantile(outcomes: readonly Outcome[], part: number): number {
  const times = outcomes.map(({ ms }) => ms).sort((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
}

/** The number of outcomes by status. */
export function statuses(outcomes: readonly Outcome[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const PAUSE_MS = 20;
