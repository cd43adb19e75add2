import { endOfLocalDay } from './local-day.ts';
import { type Change, changed, type Pause, type TimeRecord } from './time-record.ts';

/** Ends a session. A running pause ends with it, and pauses are cut off at the end. */
export function closeAt(session: TimeRecord, end: number, change: Change): TimeRecord {
  return changed(session, { end, pauses: pausesWithin(session.pauses, end) }, change);
}

/**
 * Closes a session because of a punch on a later day: at the last millisecond of its start day in the institution's
 * zone. A session that started in that very millisecond ends one later, because a log must not be empty (decisions
 * 10.5).
 */
export function closeAtDayEnd(session: TimeRecord, zone: string, change: Change): TimeRecord {
  const end = Math.max(endOfLocalDay(session.start, zone), session.start + 1);
  return { ...closeAt(session, end, change), autoClosed: true };
}

/** Pauses can lie after the end of the start day if the institution's zone has changed since they were made. */
function pausesWithin(pauses: readonly Pause[], end: number): Pause[] {
  return pauses
    .map((pause) => ({ start: pause.start, end: Math.min(pause.end ?? end, end) }))
    .filter((pause) => pause.start < pause.end);
}
