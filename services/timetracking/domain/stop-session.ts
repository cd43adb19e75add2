import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { closeAt } from './close-record.ts';
import { type Punch, type Punched, punchOpen } from './punch.ts';
import type { TimeRecord } from './time-record.ts';

/**
 * Clocks out (state table, rows 6 and 7). The log cannot overlap another, because the open session occupied everything
 * after its start; if it ever did, the database constraint would give LOG_OVERLAPPING. Refuses like {@link punchOpen},
 * and refuses an empty interval.
 */
export function stopSession(open: TimeRecord | null, punch: Punch): Punched {
  return punchOpen(open, punch, (session) => {
    if (punch.at === session.start) refuseField('/at', 'invalid_value', "must be after the session's start");
    return closeAt(session, punch.at, punch);
  });
}
