import type { Violation } from '../../../platform/core/errors/refusal.ts';
import { DAY_MS } from '../../../platform/core/instant.ts';

/** A period of work or a pause, in epoch milliseconds. */
export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** How long two intervals overlap. */
export function commonTime(one: Interval, other: Interval): number {
  return Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start));
}

/**
 * The violations in a request's times for a log (decisions 10.7, 13.1): the log is not empty and lasts at most 366
 * days; its pauses lie within it, are in order, do not overlap and are not empty. Pointers follow the specification's
 * JSON.
 */
export function logFaults(log: Interval, pauses: readonly Interval[]): Violation[] {
  return [...lengthFaults(log), ...pauseFaults(log, pauses)];
}

export function lengthFaults({ start, end }: Interval): Violation[] {
  if (end - start <= LENGTH_AT_MOST_MS) return [];
  return [{ pointer: '/endTime', code: 'too_big', message: 'must not be more than 366 days after startTime' }];
}

const LENGTH_AT_MOST_MS = 366 * DAY_MS;

/**
 * The violations of a request that keeps the log's pauses: it can only have moved a time of the log past one of them
 * (decisions 16.4), so that this time is the one to mend. @param pauses valid in themselves; one that is open ends with
 * the log
 */
export function keptPauseFaults(log: Interval, pauses: readonly Interval[]): Violation[] {
  if (log.start >= log.end) return [fault('/endTime', 'must be after startTime')];
  return [
    ...(pauses.some(({ start }) => start < log.start)
      ? [fault('/startTime', 'must not be after the startTime of a pause')]
      : []),
    ...(pauses.some(({ start, end }) => end > log.end || start >= end)
      ? [fault('/endTime', 'must not be before the endTime of a pause')]
      : []),
  ];
}

/** The same without the limit on the length, for a log whose own times do not change. */
export function pauseFaults(log: Interval, pauses: readonly Interval[]): Violation[] {
  if (log.start >= log.end) return [fault('/endTime', 'must be after startTime')];
  return pauses.flatMap((pause, index): Violation[] => {
    const before = pauses[index - 1];
    const at = `/pauses/${index}`;
    return [
      ...(pause.start >= pause.end ? [fault(`${at}/endTime`, "must be after the pause's startTime")] : []),
      ...(pause.start < (before?.end ?? log.start)
        ? [fault(`${at}/startTime`, BEGIN[before ? 'further' : 'first'])]
        : []),
      ...(pause.end > log.end ? [fault(`${at}/endTime`, 'must not be after the endTime of the log')] : []),
    ];
  });
}

const BEGIN = {
  first: 'must not be before the startTime of the log',
  further: 'must not be before the end of the pause before it',
} as const;

function fault(pointer: string, message: string): Violation {
  return { pointer, code: 'invalid_value', message };
}
