import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { closeAt } from './close-record.ts';
import { type Punch, type Punched, punchOpen } from './punch.ts';
import type { TimeRecord } from './time-record.ts';

/**
 * Clocks out (state table, rows 6 and 7). The log can overlap no other one, because the open session had everything behind its start to itself; should
 * that ever fail, the database refuses with LOG_OVERLAPPING. Refuses as {@link punchOpen}, and an empty interval.
 */
export function stopSession(open: TimeRecord | null, punch: Punch): Punched {
  return punchOpen(open, punch, (session) => {
    if (punch.at === session.start) refuseField('/at', 'invalid_value', "must be after the session's start");
    return closeAt(session, punch.at, punch);
  });
}
