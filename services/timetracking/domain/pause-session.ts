import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { activeSession } from './conflicts.ts';
import { type Punch, type Punched, punchOpen } from './punch.ts';
import { refuse } from './refusals.ts';
import { changed, isPaused, type TimeRecord } from './time-record.ts';

/** The same limit as for a log: keeps a record small enough for a page of a hundred. */
export const MAX_PAUSES = 200;

/** Starts a pause (state table, row 4). Refuses like {@link punchOpen}, and with SESSION_PAUSED. */
export function pauseSession(open: TimeRecord | null, punch: Punch): Punched {
  return punchOpen(open, punch, (session) => {
    if (isPaused(session)) refuse('SESSION_PAUSED', { extensions: activeSession(session) });
    if (session.pauses.length >= MAX_PAUSES) {
      refuseField('', 'too_big', `a session takes at most ${MAX_PAUSES} pauses`);
    }
    const pauses = [...session.pauses, { start: punch.at, end: null }];
    return changed(session, { pauses, lastEvent: punch.at }, punch);
  });
}
