import { toInstantText } from '../../../platform/core/instant.ts';
import { refuse } from './refusals.ts';
import type { TimeRecord } from './time-record.ts';

/** What a 409 says of a record that is in the way (spec: Time-tracking identity and conflict shapes); the end of an open session is null. */
export function conflictingLog({ id, start, end }: Pick<TimeRecord, 'id' | 'start' | 'end'>) {
  return {
    conflictingLog: { id, startTime: toInstantText(start), endTime: end === null ? null : toInstantText(end) },
  };
}

/** What a 409 says of the session that is open. */
export function activeSession({ id, start }: TimeRecord) {
  return { activeSession: { id, startTime: toInstantText(start) } };
}

/** Refuses an interval that overlaps a record of the member. @param conflict the earliest such record by start, or null */
export function refuseOverlap(conflict: TimeRecord | null): void {
  if (conflict) refuse('LOG_OVERLAPPING', { extensions: conflictingLog(conflict) });
}
