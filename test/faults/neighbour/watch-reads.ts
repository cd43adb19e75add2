import { setTimeout as delay } from 'node:timers/promises';
import { get, type Outcome, type Target } from './target.ts';

/** Somebody else's reads, meanwhile. */
export interface Watch {
  /** Ends it; returns what became of the reads. */
  end(): Promise<readonly Outcome[]>;
}

/** Reads one path after the other, again and again, a pause after each answer. */
export function watchReads(target: Target, paths: readonly string[]): Watch {
  const outcomes: Outcome[] = [];
  let isOver = false;
  const read = async () => {
    for (let n = 0; !isOver; n++) {
      outcomes.push(await get(target, paths[n % paths.length] ?? ''));
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

const PAUSE_MS = 20;
