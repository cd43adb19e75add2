import { recordChanges } from './changes.ts';
import { closeAt, closeAtDayEnd } from './close-record.ts';
import { isOfEarlierDay, type Punch } from './punch.ts';
import { type Change, changed, type TimeRecord } from './time-record.ts';

/**
 * What a late stop says without a late session: that the member's session of that day, which was ended otherwise, ended
 * then. Null if there is none, or it says nothing new.
 * @param log the member's last record that begins by then
 * @param late the member's last late record that does
 */
export function lateEnd(log: TimeRecord | null, late: TimeRecord | null, punch: Punch): TimeRecord | null {
  const { at } = punch;
  if (log?.source !== 'session' || log.end === null || log.end === at || log.start === at) return null;
  if (isOfEarlierDay(log, punch) || (late && late.start >= log.start)) return null;
  return closeAt(log, at, punch);
}

/** Whether a late punch has only added a category timestamp that was there: its terminal has sent it again. */
export function isRepeated(before: TimeRecord, next: TimeRecord): boolean {
  if (next.timestamps.length === before.timestamps.length) return false;
  const known = new Set(before.timestamps.map(({ id }) => id));
  const added = next.timestamps.filter(({ id }) => !known.has(id));
  return added.every((each) =>
    before.timestamps.some(
      ({ time, label, templateId }) => time === each.time && label === each.label && templateId === each.templateId,
    ),
  );
}

interface TakenOver {
  readonly next: TimeRecord;
  /** The fields that change in the stored log; null if there is none. */
  readonly changes: readonly string[] | null;
}

/**
 * The log that a late record becomes. Without an end it is closed as if it had been forgotten.
 * @param stored the log with its id, to which it gives another end
 */
export function takeOver(late: TimeRecord, stored: TimeRecord | null, zone: string, change: Change): TakenOver {
  if (stored && late.end !== null) {
    const next = { ...closeAt(stored, late.end, change), correctedAt: change.now };
    return { next, changes: recordChanges(stored, next) };
  }
  const log = late.end === null ? closeAtDayEnd(late, zone, change) : changed(late, {}, change);
  return { next: { ...log, createdAt: change.now }, changes: null };
}
