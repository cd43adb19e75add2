import { toInstantText } from '../../../platform/core/instant.ts';
import { refuse } from './refusals.ts';
import type { TimeRecord } from './time-record.ts';

/** How a 409 shows a conflicting record; the end of an open session is null. */
export function conflictingLog({ id, start, end }: Pick<TimeRecord, 'id' | 'start' | 'end'>) {
  return {
    conflictingLog: { id, startTime: toInstantText(start), endTime: end === null ? null : toInstantText(end) },
  };
}

/** How a 409 shows the open session. */
export function activeSession({ id, start }: TimeRecord) {
  return { activeSession: { id, startTime: toInstantText(start) } };
}

/**
 * Refuses an interval that overlaps a record of the member.
 * @param conflict the earliest such record by start, or null
 */
export function refuseOverlap(conflict: TimeRecord | null): void {
  if (conflict) refuse('LOG_OVERLAPPING', { extensions: conflictingLog(conflict) });
}
