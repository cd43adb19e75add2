import { setTimeout as delay } from 'node:timers/promises';
import { get, getHealth, type Outcome, type Target } from './target.ts';

/** Somebody else's reads, meanwhile. */
export interface Watch {
  /** Ends it; returns what became of the reads. */
  end(): Promise<readonly Outcome[]>;
}

/** Reads one path after the other, again and again, a pause after each answer. */
export function watchReads(target: Target, paths: readonly string[]): Watch {
  return watch((n) => get(target, paths[n % paths.length] ?? ''));
}

/** Asks a gateway in the same way whether it lives, as its platform does. */
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

/** A part of outcomes took at most so long, in milliseconds. @param part of 1 */
export function quantile(outcomes: readonly Outcome[], part: number): number {
  const times = outcomes.map(({ ms }) => ms).sort((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
}

/** How many outcomes had each status. */
export function statuses(outcomes: readonly Outcome[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of outcomes) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const PAUSE_MS = 20;
