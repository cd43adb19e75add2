import type { TimeRecord } from './time-record.ts';

const MINUTE_MS = 60_000;

interface Durations {
  readonly durationMinutes: number;
  readonly pauseMinutes: number;
  readonly workedMinutes: number;
}

/**
 * Whole minutes, each rounded down independently from the exact intervals (decisions 10.2); null while the record is
 * open.
 */
export function durationsOf({ start, end, pauses }: Pick<TimeRecord, 'start' | 'end' | 'pauses'>): Durations | null {
  if (end === null) return null;
  const duration = end - start;
  const paused = pauses.reduce((sum, pause) => sum + (pause.end ?? end) - pause.start, 0);
  return {
    durationMinutes: wholeMinutes(duration),
    pauseMinutes: wholeMinutes(paused),
    workedMinutes: wholeMinutes(duration - paused),
  };
}

/** Milliseconds in whole minutes, rounded down. */
export function wholeMinutes(ms: number): number {
  return Math.floor(ms / MINUTE_MS);
}
