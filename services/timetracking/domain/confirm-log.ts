import { recordChanges } from './changes.ts';
import { refuse } from './refusals.ts';
import { type Change, changed, type TimeRecord } from './time-record.ts';

/**
 * A log that was closed automatically, with the time at which somebody confirmed it; the first one stays. Refuses with
 * LOG_NOT_FOUND what was not.
 */
export function confirmLog(log: TimeRecord, change: Change) {
  if (!log.autoClosed) refuse('LOG_NOT_FOUND');
  if (log.correctedAt !== null) return { next: log, changes: [] };
  const next = changed(log, { correctedAt: change.now }, change);
  return { next, changes: recordChanges(log, next) };
}
