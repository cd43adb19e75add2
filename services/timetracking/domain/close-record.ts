import { endOfLocalDay } from './local-day.ts';
import { type Change, changed, type Pause, type TimeRecord } from './time-record.ts';

/** A session that ends: a running pause ends with it, and what lies behind the end is cut off. */
export function closeAt(session: TimeRecord, end: number, change: Change): TimeRecord {
  return changed(session, { end, pauses: pausesWithin(session.pauses, end) }, change);
}

/**
 * A session that a punch of a later day closes: at the last millisecond of its start day in the institution's zone; one that started in that
 * very millisecond ends one later, because an empty interval is no log (decisions 10.5).
 */
export function closeAtDayEnd(session: TimeRecord, zone: string, change: Change): TimeRecord {
  const end = Math.max(endOfLocalDay(session.start, zone), session.start + 1);
  return { ...closeAt(session, end, change), autoClosed: true };
}

/** A pause can lie behind the end of the start day when the institution's zone has changed since it was made. */
function pausesWithin(pauses: readonly Pause[], end: number): Pause[] {
  return pauses
    .map((pause) => ({ start: pause.start, end: Math.min(pause.end ?? end, end) }))
    .filter((pause) => pause.start < pause.end);
}
